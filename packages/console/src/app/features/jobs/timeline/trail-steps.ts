import type { TrailLine } from '../../../api/schemas/job-trail.ts';
import {
  type Balance,
  balanceAfter,
  emptyBalance,
  type MoneyLine,
  readMoney,
} from './money-after.ts';

/** A movement of money, and what it leaves in its ledger. */
export interface MoneyEntry extends MoneyLine {
  readonly after: Balance;
}

/** Something that happened, with the money it moved. */
export interface TrailStep {
  readonly line: TrailLine;
  readonly money: readonly MoneyEntry[];
  /** After the acceptance, in ms. */
  readonly offsetMs: number;
}

/** A trail as people read it: money belongs to the line that says why it moved. */
export function trailSteps(trail: readonly TrailLine[]): readonly TrailStep[] {
  const start = Date.parse(trail[0]?.at ?? '');
  const entries = moneyEntries(trail);
  return trail
    .filter(({ what }) => what !== 'money')
    .map((line) => ({
      line,
      money: entries.filter(({ step }) => step === line.step).map(({ entry }) => entry),
      offsetMs: Date.parse(line.at) - start,
    }));
}

interface PlacedEntry {
  readonly step: number;
  readonly entry: MoneyEntry;
}

/** Each ledger is followed by itself: that of the owner, and that of every account that was tried. */
function moneyEntries(trail: readonly TrailLine[]): readonly PlacedEntry[] {
  const balances = new Map<string, Balance>();
  return trail.flatMap((line) => {
    const money = readMoney(line);
    if (money === null) return [];
    const ledger = `${money.ledger} ${money.accountId ?? ''}`;
    const after = balanceAfter(balances.get(ledger) ?? emptyBalance, money);
    balances.set(ledger, after);
    return [{ step: line.step, entry: { ...money, after } }];
  });
}
