import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdminJob, Candidate } from '../../../api/responses.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { Candidates } from './candidates.tsx';
import { CheckJob } from './check-job.tsx';
import { FoundFields, noneFound, saidBy } from './found-fields.tsx';
import styles from './notice.module.css';
import { useLookUp } from './use-look-up.ts';
import type { Resolution, ResolvedOutcome, ResolutionState } from './use-resolution.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { useLanguage } from '../../../texts/use-language.ts';

export interface ResolutionProps {
  readonly job: AdminJob;
  readonly resolution: ResolutionState;
}

/** Explains an unknown outcome, offers checks and the operator's resolution. */
export function OutcomeResolution({ job, resolution }: ResolutionProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const [candidates, setCandidates] = useState<readonly Candidate[]>([]);
  const form = useResolutionForm(job);
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('unknown.title')}
      </Title>
      <p>{t('unknown.text')}</p>
      <Stack gap="md">
        <CheckJob job={job} onCandidates={setCandidates} />
        <Candidates candidates={candidates} onPick={form.pick} />
        <ResolutionForm job={job} resolution={resolution} form={form} />
        {resolution.failed !== null && <FailureNotice failed={resolution.failed} />}
      </Stack>
    </section>
  );
}

const outcomes = ['found', 'charged', 'not_charged'] as const;

/** State of the resolution form. */
function useResolutionForm(job: AdminJob) {
  const [outcome, setOutcome] = useState<ResolvedOutcome | null>(null);
  const [note, setNote] = useState('');
  const [draft, setDraft] = useState(noneFound);
  const look = useLookUp(job.id);
  const changeDraft = (next: typeof draft): void => {
    setDraft(next);
    look.forget();
  };
  const pick = (upstreamId: string): void => {
    setOutcome('found');
    setDraft({ ...draft, upstreamId });
    const { account } = saidBy(draft);
    void look.lookUp(upstreamId, account);
  };
  const said = resolutionIn(outcome, saidBy(draft), look.looked !== null);
  return { outcome, setOutcome, note, setNote, draft, changeDraft, look, pick, said };
}

/** The resolution to send; null while incomplete. A task must be looked up before it can be assigned. */
function resolutionIn(
  outcome: ResolvedOutcome | null,
  named: ReturnType<typeof saidBy>,
  isLookedUp: boolean,
): Resolution | null {
  if (outcome === 'found') return isLookedUp ? { outcome, ...named } : null;
  return outcome === null ? null : { outcome };
}

interface ResolutionFormProps extends ResolutionProps {
  readonly form: ReturnType<typeof useResolutionForm>;
}

function ResolutionForm({ job, resolution, form }: ResolutionFormProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const { outcome, note, said } = form;
  return (
    <Stack gap="sm">
      <OutcomeChoice job={job} outcome={outcome} onChange={form.setOutcome} />
      {outcome === 'found' && (
        <FoundFields job={job} draft={form.draft} look={form.look} onChange={form.changeDraft} />
      )}
      <Textarea
        label={t('resolution.note')}
        description={t('resolution.note.help')}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => form.setNote(currentTarget.value)}
      />
      <div>
        <ConfirmButton
          size="sm"
          disabled={said === null || note.trim() === ''}
          question={said !== null && t(`resolution.confirm.${said.outcome}`, { price: job.price })}
          confirm={t('resolution.submit')}
          onConfirm={() => (said === null ? undefined : resolution.resolve(said, note.trim()))}
        >
          {t('resolution.submit')}
        </ConfirmButton>
      </div>
    </Stack>
  );
}

interface OutcomeChoiceProps {
  readonly job: AdminJob;
  readonly outcome: ResolvedOutcome | null;
  readonly onChange: (outcome: ResolvedOutcome | null) => void;
}

/** Resolutions with their effect on the credits. */
function OutcomeChoice({ job, outcome, onChange }: OutcomeChoiceProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { price, spend, account } = job;
  const cost = spend === null ? '–' : sayMoney(spend.estimate, spend.unit, language);
  const values = { price, cost, account: account ?? '–' };
  return (
    <Radio.Group
      label={t('resolution.title')}
      description={t('resolution.text')}
      value={outcome ?? ''}
      onChange={(value) => onChange(outcomes.find((known) => known === value) ?? null)}
    >
      <Stack gap="xs" mt="xs">
        {outcomes.map((known) => (
          <Radio
            key={known}
            value={known}
            label={t(`resolution.${known}`)}
            description={t(`resolution.${known}.what`, values)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
