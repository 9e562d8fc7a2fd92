import { Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { PropsWithChildren } from 'react';
import * as z from 'zod/mini';
import { useTranslation } from 'react-i18next';
import { useApi } from '../../api/api-provider.tsx';
import { useRequest } from '../../api/use-request.ts';
import { FormFoot } from '../../forms/form-foot.tsx';
import { useSavedForm } from '../../forms/use-saved-form.ts';
import { failedOf, FailureNotice } from '../../shell/failure-notice.tsx';
import { PageHeading } from '../../shell/page-heading.tsx';
import { CodeInput } from './code-input.tsx';
import { SecondFactorPart } from './second-factor-part.tsx';
import { secondFactorQuery } from './second-factor-query.ts';
import { securityTexts } from '../../texts/security.ts';

/** Password and one-time codes of the logged-in administrator. */
export function SecurityPage() {
  const { t } = useTranslation(securityTexts);
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

const some = z.string().check(z.minLength(1));
const body = z.object({
  current_password: some,
  new_password: some,
  one_time_code: z.optional(some),
});
const empty = { current_password: '', new_password: '', one_time_code: '' };
const fields = ['new_password', 'one_time_code'] as const;

/** Changes the password, confirmed with the current one. */
export function PasswordForm({ needsCode }: { readonly needsCode: boolean }) {
  const { t } = useTranslation(securityTexts);
  const { form, failed, isSaved, submit } = usePasswordChange(needsCode);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <PasswordInput
          label={t('password.current')}
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        <PasswordInput
          label={t('password.new')}
          description={t('password.new.help')}
          autoComplete="new-password"
          {...form.getInputProps('new_password')}
        />
        {needsCode && <CodeInput allowsRecovery {...form.getInputProps('one_time_code')} />}
        <FormFoot
          submit={t('password.submit')}
          isSending={form.submitting}
          isSaved={isSaved}
          failed={failed}
        />
      </Stack>
    </form>
  );
}

function usePasswordChange(needsCode: boolean) {
  const { send } = useRequest();
  const queries = useQueryClient();
  return useSavedForm({
    initial: empty,
    schema: body,
    bodyOf: ({ one_time_code, ...passwords }: typeof empty) => ({
      ...passwords,
      ...(needsCode && { one_time_code }),
    }),
    fields,
    afterSaving: empty,
    onSubmit: async (change) => {
      const path = '/api/v1/admin/password';
      const outcome = await send({ path, method: 'PUT', body: change });
      await queries.invalidateQueries({ queryKey: ['second-factor'] });
      return outcome;
    },
  });
}
