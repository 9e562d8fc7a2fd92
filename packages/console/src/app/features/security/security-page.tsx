import { Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import { useApi } from '../../api/api-provider.tsx';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { useTexts } from '../../texts/use-texts.ts';
import { PasswordForm } from './password-form.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { securityTexts } from './security-texts.ts';

/** The administrator's own password and one-time codes. */
export function SecurityPage() {
  const { t } = useTexts(securityTexts);
  const { data, error, refetch } = useQuery(secondFactorQuery(useApi()));
  return (
    <Stack maw={640}>
      <PageHeading title={t('title')} />
      {error !== null && <FailureNotice failed={failedOf(error)} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <Part title={t('codes')} lead={t('codes.lead')}>
            <SecondFactorPart isOn={data.state === 'on'} codesLeft={data.recovery_codes_left} />
          </Part>
          <Part title={t('password')} lead={t('password.lead')}>
            <PasswordForm needsCode={data.state === 'on'} />
          </Part>
        </>
      )}
    </Stack>
  );
}

interface PartProps {
  readonly title: string;
  readonly lead: string;
}

function Part({ title, lead, children }: PropsWithChildren<PartProps>) {
  return (
    <Paper component="section" withBorder p="lg" radius="md" bg="var(--surface)">
      <Stack gap="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
        {children}
      </Stack>
    </Paper>
  );
}
