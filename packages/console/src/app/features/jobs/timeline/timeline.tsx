import { Text, Title } from '@mantine/core';
import type { AdminJobDetail } from '../../../api/schemas/admin-job.ts';
import { sayInstant } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import type { AccountLabel } from './account-label.ts';
import { MoneyMoves } from './money-moves.tsx';
import { PassedOver } from './passed-over.tsx';
import { sayOffset } from './say-offset.ts';
import styles from './timeline.module.css';
import { toneOf } from './tone-of.ts';
import { trailSteps, type TrailStep } from './trail-steps.ts';
import { trailTexts } from './trail-texts.ts';
import { useLineWords } from './use-line-words.ts';

/** What happened to a job, in order: each line with what it means, who did it, and the money it moved. */
export function Timeline({ detail: { trail, accounts } }: { readonly detail: AdminJobDetail }) {
  const { t } = useTexts(trailTexts);
  const labelOf: AccountLabel = (id) => accounts.find((account) => account.id === id)?.label ?? id;
  return (
    <section>
      <Title order={3} size="h6">
        {t('title')}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {t('hint')}
      </Text>
      <ol className={styles['timeline']} aria-label={t('title')}>
        {trailSteps(trail).map((step) => (
          <Step key={step.line.step} step={step} labelOf={labelOf} />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly step: TrailStep;
  readonly labelOf: AccountLabel;
}

function Step({ step: { line, money, offsetMs }, labelOf }: StepProps) {
  const { t, language } = useTexts(trailTexts);
  const { what, why, who, quote } = useLineWords(line, labelOf);
  const until = line.what === 'waiting' ? line.detail.until : undefined;
  return (
    <li data-tone={toneOf(line.what)}>
      <div className={styles['head']}>
        <strong>{what}</strong>
        <time dateTime={line.at} title={sayInstant(line.at, language)}>
          {sayOffset(offsetMs)}
        </time>
        <span className={styles['who']}>{t('by.label', { who })}</span>
      </div>
      {why !== '' && <p>{why}</p>}
      {quote !== null && <q className={styles['quote']}>{quote}</q>}
      <PassedOver refused={line.detail.refused ?? []} labelOf={labelOf} />
      {until !== undefined && (
        <p>{t('until', { at: sayInstant(new Date(until).toISOString(), language) })}</p>
      )}
      <MoneyMoves entries={money} labelOf={labelOf} />
    </li>
  );
}
