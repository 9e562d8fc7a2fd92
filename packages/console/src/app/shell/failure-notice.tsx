import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failed } from '../api/outcome.ts';
import { RequestFailed } from '../api/request-failed.ts';
import { sayServerError } from '../texts/server-errors.ts';
import { CopyButton } from './copy-button.tsx';
import styles from './failure-notice.module.css';
import { ServerSentence } from './server-sentence.tsx';
import { shellTexts } from '../texts/shell.ts';
import { useLanguage } from '../texts/use-language.ts';

export interface FailureNoticeProps {
  readonly failed: Failed;
  readonly title?: ReactNode;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}

/** A failure with its request id, under which the server's log has it. */
export function FailureNotice({ failed, title, onRetry, children }: FailureNoticeProps) {
  const { t } = useTranslation(shellTexts);
  const requestId = failed.kind === 'unreachable' ? null : failed.requestId;
  return (
    <Alert role="alert" title={title} className={styles['notice'] ?? ''} variant="default">
      <Stack gap="xs">
        <Text size="sm" component="div">
          <FailureSentence failed={failed} />
        </Text>
        {children}
        {requestId !== null && (
          <Group gap="xs">
            <Text size="xs">{t('error.request-id')}</Text>
            <Code>{requestId}</Code>
            <CopyButton text={requestId} size="compact-xs" />
          </Group>
        )}
        {onRetry !== undefined && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              {t('error.retry')}
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** A failed request as a sentence. */
function FailureSentence({ failed }: Pick<FailureNoticeProps, 'failed'>) {
  const { t } = useTranslation(shellTexts);
  const language = useLanguage();
  switch (failed.kind) {
    case 'refused': {
      const said = sayServerError(failed.code, language);
      return <ServerSentence said={said} sentence={failed.detail} />;
    }
    case 'unreadable':
      return t('error.unreadable', { status: failed.status });
    case 'unreachable':
      return t('error.unreachable');
  }
}

/** The outcome inside an exception of a library; other exceptions are rethrown. */
export function failedOf(error: unknown): Failed {
  if (error instanceof RequestFailed) return error.failed;
  throw error;
}
