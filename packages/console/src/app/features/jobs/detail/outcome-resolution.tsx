import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { AdminJob } from '../../../api/responses.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { CheckJob } from './check-job.tsx';
import { detailTexts } from './detail-texts.ts';
import styles from './notice.module.css';
import type { ResolvedOutcome, ResolutionState } from './use-resolution.ts';

export interface ResolutionProps {
  readonly job: AdminJob;
  readonly resolution: ResolutionState;
}

/** An unknown outcome: what it means, how to look for it, and how a person decides what no program can know. */
export function OutcomeResolution({ job, resolution }: ResolutionProps) {
  const { t } = useTexts(detailTexts);
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('unknown.title')}
      </Title>
      <p>{t('unknown.text')}</p>
      <Stack gap="md">
        <CheckJob job={job} />
        <ResolutionForm job={job} resolution={resolution} />
        {resolution.failed !== null && <FailureNotice failed={resolution.failed} />}
      </Stack>
    </section>
  );
}

const outcomes = ['charged', 'not_charged'] as const;

function ResolutionForm({ job, resolution }: ResolutionProps) {
  const { t } = useTexts(detailTexts);
  const [outcome, setOutcome] = useState<ResolvedOutcome | null>(null);
  const [note, setNote] = useState('');
  return (
    <Stack gap="sm">
      <OutcomeChoice job={job} outcome={outcome} onChange={setOutcome} />
      <Textarea
        label={t('resolution.note')}
        description={t('resolution.note.help')}
        required
        autosize
        minRows={2}
        maxLength={2000}
        value={note}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <div>
        <ConfirmButton
          size="sm"
          disabled={outcome === null || note.trim() === ''}
          question={outcome !== null && t(`resolution.confirm.${outcome}`, { price: job.price })}
          confirm={t('resolution.submit')}
          onConfirm={() =>
            outcome === null ? undefined : resolution.resolve(outcome, note.trim())
          }
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

/** Each resolution with what it does to the money. */
function OutcomeChoice({ job, outcome, onChange }: OutcomeChoiceProps) {
  const { t, language } = useTexts(detailTexts);
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
