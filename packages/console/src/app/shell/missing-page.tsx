import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeading } from './page-heading.tsx';
import { shellTexts } from '../texts/shell.ts';

/** Shown for an unknown address. */
export function MissingPage() {
  const { t } = useTranslation(shellTexts);
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
