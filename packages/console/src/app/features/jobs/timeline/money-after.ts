import type { TrailLine } from '../../../api/schemas/job-trail.ts';

/** A movement of money in a job's trail. */
export interface MoneyLine {
  readonly ledger: 'quota' | 'credit';
  readonly move: NonNullable<TrailLine['detail']['move']>;
  /** Credits. */
  readonly amount: number;
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
  const { ledger, move, amount, account_id: accountId = null } = detail;
  if (what !== 'money' || ledger === undefined || move === undefined || amount === undefined)
    return null;
  return { ledger, move, amount, accountId };
}

/** What a movement leaves. Each closes or opens the whole cost of the job, so only what is there can move. */
export function balanceAfter(before: Balance, { move, amount }: MoneyLine): Balance {
  const { reserved, held, settled } = before;
  switch (move) {
    case 'reserve':
      return { ...before, reserved: reserved + amount };
    case 'hold':
      return { ...before, reserved: reserved - Math.min(reserved, amount), held: held + amount };
    case 'settle':
      return { ...closed(before, amount), settled: settled + amount };
    case 'refund':
      return closed(before, amount);
    case 'return':
      return { ...before, settled: settled - amount };
  }
}

/** What was open, held or only reserved, is so no longer. */
function closed({ reserved, held, settled }: Balance, amount: number): Balance {
  const ofHeld = Math.min(held, amount);
  return { reserved: Math.max(0, reserved - (amount - ofHeld)), held: held - ofHeld, settled };
}
