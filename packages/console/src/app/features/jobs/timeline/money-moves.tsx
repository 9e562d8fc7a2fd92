import type { TrailMoney } from '../../../api/answers.ts';
import { sayMoney } from '../../../shell/say-money.ts';
import { useTexts } from '../../../texts/use-texts.ts';
import styles from './timeline.module.css';
import type { AccountLabel } from './account-label.ts';
import { trailTexts } from './trail-texts.ts';

export interface MoneyMovesProps {
  readonly entries: readonly TrailMoney[];
  readonly labelOf: AccountLabel;
}

/** The money one step moved: in which ledger, how much, and what of this job's cost is in it then. */
export function MoneyMoves({ entries, labelOf }: MoneyMovesProps) {
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
