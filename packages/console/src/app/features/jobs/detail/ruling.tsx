import '@mantine/core/styles/Radio.css';
import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import type { AdminJob } from '../../../api/answers.ts';
import { ConfirmButton } from '../../../shell/confirm-button.tsx';
import { FailureNotice } from '../../../shell/failure-notice.tsx';
import { sayMoney } from '../../../shell/say-money.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { CheckJob } from './check-job.tsx';
import { detailTexts } from './detail-texts.ts';
import styles from './notice.module.css';
import type { RuledOutcome, RulingState } from './use-ruling.ts';

export interface RulingProps {
  readonly job: AdminJob;
  readonly ruling: RulingState;
}

/** An unknown outcome: what it means, how to look for it, and how a person decides what no program can know. */
export function Ruling({ job, ruling }: RulingProps) {
  const { t } = useTexts(detailTexts);
  return (
    <section className={styles['notice']} data-tone="unsure">
      <Title order={3} size="h6">
        {t('unknown.title')}
      </Title>
      <p>{t('unknown.text')}</p>
      <Stack gap="md">
        <CheckJob job={job} />
        <RulingForm job={job} ruling={ruling} />
        {ruling.failed !== null && <FailureNotice failed={ruling.failed} />}
      </Stack>
    </section>
  );
}

const outcomes = ['charged', 'not_charged'] as const;

function RulingForm({ job, ruling }: RulingProps) {
  const { t } = useTexts(detailTexts);
  const [outcome, setOutcome] = useState<RuledOutcome | null>(null);
  const [note, setNote] = useState('');
  return (
    <Stack gap="sm">
      <OutcomeChoice job={job} outcome={outcome} onChange={setOutcome} />
      <Textarea
        label={t('ruling.note')}
        description={t('ruling.note.help')}
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
          question={outcome !== null && t(`ruling.confirm.${outcome}`, { price: job.price })}
          confirm={t('ruling.submit')}
          onConfirm={() => (outcome === null ? undefined : ruling.rule(outcome, note.trim()))}
        >
          {t('ruling.submit')}
        </ConfirmButton>
      </div>
    </Stack>
  );
}

interface OutcomeChoiceProps {
  readonly job: AdminJob;
  readonly outcome: RuledOutcome | null;
  readonly onChange: (outcome: RuledOutcome | null) => void;
}

/** Each ruling with what it does to the money. */
function OutcomeChoice({ job, outcome, onChange }: OutcomeChoiceProps) {
  const { t, language } = useTexts(detailTexts);
  const { price, spend, account } = job;
  const cost = spend === null ? '–' : sayMoney(spend.estimate, spend.unit, language);
  const values = { price, cost, account: account ?? '–' };
  return (
    <Radio.Group
      label={t('ruling.title')}
      description={t('ruling.text')}
      value={outcome ?? ''}
      onChange={(value) => onChange(outcomes.find((known) => known === value) ?? null)}
    >
      <Stack gap="xs" mt="xs">
        {outcomes.map((known) => (
          <Radio
            key={known}
            value={known}
            label={t(`ruling.${known}`)}
            description={t(`ruling.${known}.what`, values)}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
