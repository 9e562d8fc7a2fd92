import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import type { Submission } from './submission.ts';
import type { Outbox } from './outbox.ts';
import { workbenchTexts } from '../../../texts/workbench.ts';

export interface SubmissionListProps {
  readonly submissions: readonly Submission[];
  readonly outbox: Outbox;
}

/** Submissions without a definite response, and refused ones. */
export function SubmissionList({ submissions, outbox }: SubmissionListProps) {
  if (submissions.length === 0) return null;
  return (
    <Stack gap="sm" mb="md" aria-live="polite">
      {submissions.map((submission) => (
        <SubmissionNotice key={submission.id} submission={submission} outbox={outbox} />
      ))}
    </Stack>
  );
}

interface SubmissionNoticeProps {
  readonly submission: Submission;
  readonly outbox: Outbox;
}

function SubmissionNotice({ submission, outbox }: SubmissionNoticeProps) {
  const { t } = useTranslation(workbenchTexts);
  const { id, request, phase } = submission;
  if (request === null)
    return (
      <Alert variant="default" title={t('waiting.lost')}>
        <PutAside id={id} outbox={outbox} />
      </Alert>
    );
  if (phase.kind === 'sending')
    return (
      <Alert variant="default" title={t('sending')} icon={<Loader size="sm" />}>
        <Prompt text={request.prompt} />
      </Alert>
    );
  return (
    <FailureNotice failed={phase.failed} title={t(phase.kind)}>
      {phase.kind === 'conflict' && <Text size="sm">{t('conflict.how')}</Text>}
      <Prompt text={request.prompt} />
      <Group>
        {phase.kind === 'waiting' ? (
          <Button size="xs" variant="default" onClick={() => outbox.retry(id)}>
            {t('send-now')}
          </Button>
        ) : (
          <PutAside id={id} outbox={outbox} />
        )}
      </Group>
    </FailureNotice>
  );
}

function Prompt({ text }: { readonly text: string }) {
  return (
    <Text size="sm" lineClamp={1} component="q">
      {text}
    </Text>
  );
}

function PutAside({ id, outbox }: { readonly id: string; readonly outbox: Outbox }) {
  const { t } = useTranslation(workbenchTexts);
  return (
    <Button size="xs" variant="default" onClick={() => outbox.dismiss(id)}>
      {t('dismiss')}
    </Button>
  );
}
