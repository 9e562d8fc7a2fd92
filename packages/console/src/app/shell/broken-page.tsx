import { Alert, Button, Code, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { RequestFailed } from '../api/request-failed.ts';
import { FailureNotice } from './failure-notice.tsx';
import { useReload } from './use-reload.ts';
import { shellTexts } from '../texts/shell.ts';

/** Replaces a page that threw an error. */
export function BrokenPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { t } = useTranslation(shellTexts);
  const reload = useReload();
  if (error instanceof RequestFailed)
    return <FailureNotice failed={error.failed} onRetry={reload} />;
  return (
    <Alert role="alert" title={t('error.broke')} color="red" variant="default">
      <Stack gap="sm" align="start">
        <Code block>{error instanceof Error ? error.message : String(error)}</Code>
        <Button size="xs" variant="default" onClick={reload}>
          {t('error.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
