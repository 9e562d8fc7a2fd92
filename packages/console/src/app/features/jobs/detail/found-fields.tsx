import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminJob } from '../../../api/responses.ts';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { LookedUp } from './reported-work.tsx';
import type { LookUpState } from './use-look-up.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';

/** The provider's task id, and the account when the job does not know it. */
export interface FoundDraft {
  readonly upstreamId: string;
  readonly account: string;
}

export const noneFound: FoundDraft = { upstreamId: '', account: '' };

/** Request fields of a draft; the account is left out when the job knows it. */
export function saidBy({ upstreamId, account }: FoundDraft) {
  return { upstreamId: upstreamId.trim(), account: account.trim() === '' ? null : account.trim() };
}

interface FoundFieldsProps {
  readonly job: AdminJob;
  readonly draft: FoundDraft;
  readonly look: LookUpState;
  readonly onChange: (draft: FoundDraft) => void;
}

/** Fields for the provider's task, which must be looked up before it can be assigned to the job. */
export function FoundFields({ job, draft, look, onChange }: FoundFieldsProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const { upstreamId, account } = saidBy(draft);
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs">
        <TextInput
          label={t('found.id')}
          description={t('found.id.help')}
          flex="1 1 16rem"
          maxLength={500}
          spellCheck={false}
          value={draft.upstreamId}
          onChange={({ currentTarget }) => onChange({ ...draft, upstreamId: currentTarget.value })}
        />
        <Button
          size="sm"
          variant="default"
          loading={look.isSending}
          disabled={upstreamId === '' || (job.account_id === null && account === null)}
          onClick={() => void look.lookUp(upstreamId, account)}
        >
          {t('found.look-up')}
        </Button>
      </Group>
      {job.account_id === null && (
        <TextInput
          label={t('found.account')}
          description={t('found.account.help')}
          value={draft.account}
          onChange={({ currentTarget }) => onChange({ ...draft, account: currentTarget.value })}
        />
      )}
      {look.failed !== null && <FailureNotice failed={look.failed} />}
      {look.looked !== null && <LookedUp looked={look.looked} />}
    </Stack>
  );
}
