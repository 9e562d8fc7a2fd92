import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTexts } from '../texts/use-texts.ts';
import { PageHeading } from './page-heading.tsx';
import { shellTexts } from './shell-texts.ts';

/** Stands where no page is. */
export function MissingPage() {
  const { t } = useTexts(shellTexts);
  return (
    <Stack gap="xs" align="start">
      <PageHeading title={t('error.not-found')} />
      <Text c="dimmed">{t('error.not-found.how')}</Text>
      <Anchor component={Link} to="/video">
        {t('error.not-found.back')}
      </Anchor>
    </Stack>
  );
}
