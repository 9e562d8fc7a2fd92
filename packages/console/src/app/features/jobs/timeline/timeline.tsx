import { Code, Text, Title } from '@mantine/core';
import type { AdminJobDetail, TrailMoney, TrailStep } from '../../../api/responses.ts';
import { sayMoney } from '../../../shell/say-money.ts';
import { sayInstant, saySpan } from '../../../shell/say-time.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import { jobWords } from '../job-words.ts';
import { type AccountLabel, useStepWords } from './use-step-words.ts';
import styles from './timeline.module.css';
import { toneOf } from './tone-of.ts';
import { trailTexts } from './trail-texts.ts';

const preciseBelowMs = 10_000;

/** How long after the acceptance something was; the first seconds to the hundredth, where most of it happens. */
function sayOffset(ms: number): string {
  return ms < preciseBelowMs ? `+ ${(Math.max(0, ms) / 1000).toFixed(2)} s` : `+ ${saySpan(ms)}`;
}

interface PassedOverProps {
  readonly refused: NonNullable<TrailStep['detail']['refused']>;
  readonly labelOf: AccountLabel;
}

/** The accounts that did not take a job at some moment, each with its reason. */
function PassedOver({ refused, labelOf }: PassedOverProps) {
  const { t } = useTexts(trailTexts);
  const { t: word } = useTexts(jobWords);
  if (refused.length === 0) return null;
  return (
    <div className={styles['refused']}>
      {t('refused')}
      <ul>
        {refused.map(({ account, reason, detail }) => (
          <li key={account}>
            {labelOf(account)}: {word(`reason.${reason}`)}
            {detail !== undefined && ` (${detail})`}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What happened to a job, in order: each step with what it means, who did it, and the money it moved. */
export function Timeline({ detail: { trail, accounts } }: { readonly detail: AdminJobDetail }) {
  const { t } = useTexts(trailTexts);
  const start = Date.parse(trail[0]?.at ?? '');
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
        {trail.map((step, index) => (
          <Step
            key={`${step.at} ${String(index)}`}
            step={step}
            offsetMs={Date.parse(step.at) - start}
            labelOf={labelOf}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly step: TrailStep;
  /** After the acceptance, in ms. */
  readonly offsetMs: number;
  readonly labelOf: AccountLabel;
}

function Step({ step, offsetMs, labelOf }: StepProps) {
  const { t, language } = useTexts(trailTexts);
  const { what, why, who, quote, end } = useStepWords(step, labelOf);
  const { refused = [], usage, effective, unread, candidates } = step.detail;
  const until = step.what === 'waiting' ? step.detail.until : undefined;
  return (
    <li data-tone={toneOf(step.what)}>
      <div className={styles['head']}>
        <strong>{what}</strong>
        <time dateTime={step.at} title={sayInstant(step.at, language)}>
          {sayOffset(offsetMs)}
        </time>
        <span className={styles['who']}>{t('by.label', { who })}</span>
      </div>
      {why !== '' && <p>{why}</p>}
      {quote !== null && <q className={styles['quote']}>{quote}</q>}
      {end !== null && <p>{t('ended', { code: end })}</p>}
      {unread !== undefined && <p>{t('unread', { fields: unread.join(', ') })}</p>}
      {Array.isArray(candidates) && <p>{t('candidates', { ids: candidates.join(', ') })}</p>}
      <Figures label={t('effective')} figures={effective} />
      <Figures label={t('usage')} figures={usage?.figures} />
      <PassedOver refused={refused} labelOf={labelOf} />
      {until !== undefined && (
        <p>{t('until', { at: sayInstant(new Date(until).toISOString(), language) })}</p>
      )}
      <MoneyMoves entries={step.money} labelOf={labelOf} />
    </li>
  );
}

interface FiguresProps {
  readonly label: string;
  /** In the provider's own fields. */
  readonly figures: TrailStep['detail']['effective'];
}

function Figures({ label, figures }: FiguresProps) {
  if (figures === undefined || Object.keys(figures).length === 0) return null;
  return (
    <p>
      {label} <Code>{JSON.stringify(figures)}</Code>
    </p>
  );
}

interface MoneyMovesProps {
  readonly entries: readonly TrailMoney[];
  readonly labelOf: AccountLabel;
}

/** The money one step moved: in which ledger, how much, and what of this job's cost is in it then. */
function MoneyMoves({ entries, labelOf }: MoneyMovesProps) {
  if (entries.length === 0) return null;
  return (
    <ul className={styles['money']}>
      {entries.map((entry) => (
        <MoneyMove key={`${entry.ledger} ${entry.move}`} entry={entry} labelOf={labelOf} />
      ))}
    </ul>
  );
}

interface MoneyMoveProps {
  readonly entry: TrailMoney;
  readonly labelOf: AccountLabel;
}

function MoneyMove({ entry, labelOf }: MoneyMoveProps) {
  const { t, language } = useTexts(trailTexts);
  const { ledger, move, unit, account_id: accountId, after } = entry;
  const say = (value: number) =>
    unit === 'credits' ? String(value) : sayMoney(value, unit, language);
  const account = accountId === null ? '' : labelOf(accountId);
  const parts = (['reserved', 'held', 'settled'] as const)
    .filter((part) => after[part] > 0)
    .map((part) => t(`balance.${part}`, { value: say(after[part]) }));
  return (
    <li data-move={move}>
      <span>{t(`ledger.${ledger}`, { account })}</span>
      <strong>{t(`move.${move}`, { amount: say(entry.amount) })}</strong>
      <span>
        {t('balance.label', { parts: parts.length === 0 ? t('balance.none') : parts.join(', ') })}
      </span>
    </li>
  );
}
