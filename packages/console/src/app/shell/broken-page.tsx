import { Alert, Button, Code, Stack } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { RequestFailed } from '../api/request-failed.ts';
import { useTexts } from '../texts/use-texts.ts';
import { FailureNotice } from './failure-notice.tsx';
import { shellTexts } from './shell-texts.ts';
import { useReload } from './use-reload.ts';

/** Stands in for a page that failed. */
export function BrokenPage({ error }: Pick<ErrorComponentProps, 'error'>) {
  const { t } = useTexts(shellTexts);
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
