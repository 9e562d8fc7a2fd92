import { Code, Text, Title } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { AdminJobDetail, TrailMoney, TrailStep } from '../../../api/responses.ts';
import { sayMoney } from '../../../shell/say-money.ts';
import { sayInstant, saySpan, sayUnit } from '../../../shell/say-time.ts';
import { type AccountLabel, useStepWords } from './use-step-words.ts';
import styles from './timeline.module.css';
import { toneOf } from './tone-of.ts';
import { jobDetailsTexts } from '../../../texts/job-details.ts';
import { jobWordsTexts } from '../../../texts/job-words.ts';
import { useLanguage } from '../../../texts/use-language.ts';
import { sayList } from '../../../shell/say-list.ts';

const preciseBelowMs = 10_000;

/** Time since acceptance; the first seconds, in which most steps happen, with two decimals. */
function sayOffset(ms: number, language: string): string {
  if (ms >= preciseBelowMs) return `+ ${saySpan(ms, language)}`;
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return `+ ${sayUnit(Math.max(0, ms) / 1000, { unit: 'second', ...digits }, language)}`;
}

interface PassedOverProps {
  readonly refused: NonNullable<TrailStep['detail']['refused']>;
  readonly labelOf: AccountLabel;
}

/** Accounts that could not take the job at that moment, each with its reason. */
function PassedOver({ refused, labelOf }: PassedOverProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const { t: word } = useTranslation(jobWordsTexts);
  if (refused.length === 0) return null;
  return (
    <div className={styles['refused']}>
      {t('trail.refused')}
      <ul>
        {refused.map(({ account, reason, detail }) => (
          <li key={account}>
            <Trans
              t={t}
              i18nKey={detail === undefined ? 'trail.refused.account' : 'trail.refused.detail'}
              values={{ account: labelOf(account), reason: word(`reason.${reason}`), detail }}
              components={{ said: <span lang="en" /> }}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Steps of a job in order: each with its meaning, its actor and the credits it moved. */
export function Timeline({ detail: { trail, accounts } }: { readonly detail: AdminJobDetail }) {
  const { t } = useTranslation(jobDetailsTexts);
  const start = Date.parse(trail[0]?.at ?? '');
  const labelOf: AccountLabel = (id) => accounts.find((account) => account.id === id)?.label ?? id;
  return (
    <section>
      <Title order={3} size="h6">
        {t('trail.title')}
      </Title>
      <Text size="xs" c="dimmed" mb="sm">
        {t('trail.hint')}
      </Text>
      <ol className={styles['timeline']} aria-label={t('trail.title')}>
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
  /** Ms since acceptance. */
  readonly offsetMs: number;
  readonly labelOf: AccountLabel;
}

function Step({ step, offsetMs, labelOf }: StepProps) {
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { what, why, who, quote, end } = useStepWords(step, labelOf);
  const { refused = [], usage, effective, unread, candidates } = step.detail;
  const until = step.what === 'waiting' ? step.detail.until : undefined;
  return (
    <li data-tone={toneOf(step.what)}>
      <div className={styles['head']}>
        <strong>{what}</strong>
        <time dateTime={step.at} title={sayInstant(step.at, language)}>
          {sayOffset(offsetMs, language)}
        </time>
        <span className={styles['who']}>{who}</span>
      </div>
      {why !== '' && <p>{why}</p>}
      {quote !== null && (
        <q className={styles['quote']} {...(step.detail.note === undefined && { lang: 'en' })}>
          {quote}
        </q>
      )}
      {end !== null && <p>{t('trail.ended', { code: end })}</p>}
      {unread !== undefined && <p>{t('trail.unread', { fields: unread.join(', ') })}</p>}
      {Array.isArray(candidates) && <p>{t('trail.candidates', { ids: candidates.join(', ') })}</p>}
      <Figures text="trail.effective" figures={effective} />
      <Figures text="trail.usage" figures={usage?.figures} />
      <PassedOver refused={refused} labelOf={labelOf} />
      {until !== undefined && (
        <p>{t('trail.until', { at: sayInstant(new Date(until).toISOString(), language) })}</p>
      )}
      <MoneyMoves entries={step.money} labelOf={labelOf} />
    </li>
  );
}

interface FiguresProps {
  readonly text: 'trail.effective' | 'trail.usage';
  /** In the provider's own field names. */
  readonly figures: TrailStep['detail']['effective'];
}

function Figures({ text, figures }: FiguresProps) {
  const { t } = useTranslation(jobDetailsTexts);
  if (figures === undefined || Object.keys(figures).length === 0) return null;
  return (
    <p>
      <Trans
        t={t}
        i18nKey={text}
        components={{ figures: <Code>{JSON.stringify(figures)}</Code> }}
      />
    </p>
  );
}

interface MoneyMovesProps {
  readonly entries: readonly TrailMoney[];
  readonly labelOf: AccountLabel;
}

/** Credits moved by one step: ledger, amount, and the resulting position of the job's cost. */
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
  const { t } = useTranslation(jobDetailsTexts);
  const language = useLanguage();
  const { ledger, move, unit, account_id: accountId, after } = entry;
  const say = (value: number) =>
    unit === 'credits' ? String(value) : sayMoney(value, unit, language);
  const account = accountId === null ? '' : labelOf(accountId);
  const parts = (['reserved', 'held', 'settled'] as const)
    .filter((part) => after[part] > 0)
    .map((part) => t(`trail.balance.${part}`, { value: say(after[part]) }));
  return (
    <li data-move={move}>
      <span>{t(`trail.ledger.${ledger}`, { account })}</span>
      <strong>{t(`trail.move.${move}`, { amount: say(entry.amount) })}</strong>
      <span>
        {t('trail.balance.label', {
          parts: parts.length === 0 ? t('trail.balance.none') : sayList(parts, language),
        })}
      </span>
    </li>
  );
}
