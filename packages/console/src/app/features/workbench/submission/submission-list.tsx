import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { useTexts } from '../../../texts/use-texts.ts';
import { workbenchTexts } from '../workbench-texts.ts';
import type { Submission } from './submission.ts';
import type { SubmissionDesk } from './submission-desk.ts';

export interface SubmissionListProps {
  readonly submissions: readonly Submission[];
  readonly desk: SubmissionDesk;
}

/** What was sent and has no clear answer yet, and what was refused. */
export function SubmissionList({ submissions, desk }: SubmissionListProps) {
  if (submissions.length === 0) return null;
  return (
    <Stack gap="sm" mb="md" aria-live="polite">
      {submissions.map((submission) => (
        <SubmissionNotice key={submission.id} submission={submission} desk={desk} />
      ))}
    </Stack>
  );
}

interface SubmissionNoticeProps {
  readonly submission: Submission;
  readonly desk: SubmissionDesk;
}

function SubmissionNotice({ submission, desk }: SubmissionNoticeProps) {
  const { t } = useTexts(workbenchTexts);
  const { id, request, phase } = submission;
  if (request === null)
    return (
      <Alert variant="default" title={t('waiting.lost')}>
        <PutAside id={id} desk={desk} />
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
          <Button size="xs" variant="default" onClick={() => desk.retry(id)}>
            {t('send-now')}
          </Button>
        ) : (
          <PutAside id={id} desk={desk} />
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

function PutAside({ id, desk }: { readonly id: string; readonly desk: SubmissionDesk }) {
  const { t } = useTexts(workbenchTexts);
  return (
    <Button size="xs" variant="default" onClick={() => desk.dismiss(id)}>
      {t('dismiss')}
    </Button>
  );
}
