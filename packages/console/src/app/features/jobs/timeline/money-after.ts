import type { TrailLine } from '../../../api/schemas/job-trail.ts';

/** A movement of money in a job's trail. */
export interface MoneyLine {
  readonly ledger: 'quota' | 'credit';
  readonly move: NonNullable<TrailLine['detail']['move']>;
  /** In the unit; of `correct` the difference. */
  readonly amount: number;
  readonly unit: NonNullable<TrailLine['detail']['unit']>;
  /** The account whose credits move; null where the owner's quota does. */
  readonly accountId: string | null;
}

/** What of a job's cost stands where in one ledger. Credits. */
export interface Balance {
  /** Set aside for a try under way. */
  readonly reserved: number;
  /** Set aside while nobody knows whether it was spent. */
  readonly held: number;
  /** Spent. */
  readonly settled: number;
}

export const emptyBalance: Balance = { reserved: 0, held: 0, settled: 0 };

/** The movement a line tells of; null where it tells of none. */
export function readMoney({ what, detail }: TrailLine): MoneyLine | null {
  const { ledger, move, amount, unit = 'credits', account_id: accountId = null } = detail;
  if (what !== 'money' || ledger === undefined || move === undefined || amount === undefined)
    return null;
  return { ledger, move, amount, unit, accountId };
}

/** What a movement leaves. A try has one reservation: what holds or closes it does so whole, whatever of it was taken. */
export function balanceAfter(before: Balance, { move, amount }: MoneyLine): Balance {
  const { reserved, held, settled } = before;
  switch (move) {
    case 'reserve':
      return { ...before, reserved: amount };
    case 'hold':
      return { reserved: 0, held: reserved + held, settled };
    case 'settle':
      return { reserved: 0, held: 0, settled: settled + amount };
    case 'refund':
      return { reserved: 0, held: 0, settled };
    case 'correct':
      return { ...before, settled: settled + amount };
    case 'return':
      return { ...before, settled: settled - amount };
  }
}
