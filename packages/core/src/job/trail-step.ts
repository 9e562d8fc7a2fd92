import type { JsonValue } from '../json/json-value.ts';
import type { CostUnit } from '../model/route.ts';

/** What happened to a job in one act and why, for the person who has to explain a bill. */
export interface TrailStory {
  readonly at: number;
  /** A `TrailKind`; a store may keep one of another version. */
  readonly what: string;
  /** Facts of the act. `by` is `check` or `operator` where not the runner did it; in a resolution it is the operator's name. */
  readonly detail: { readonly [key: string]: JsonValue };
}

/** What of a job's money stands where in one ledger, in its unit. */
export interface TrailBalance {
  /** Set aside for a try under way. */
  readonly reserved: number;
  /** Set aside while it is not known whether it was spent. */
  readonly held: number;
  /** Spent. */
  readonly settled: number;
}

/** How money can move, in the order of a life; see `QuotaMove` and `CreditMove`. */
export const moneyMoves = ['reserve', 'hold', 'settle', 'refund', 'correct', 'return'] as const;
export type MoneyMove = (typeof moneyMoves)[number];

/** A movement of money. */
export interface TrailMoney {
  /** The owner's quota, or the account's money. */
  readonly ledger: 'quota' | 'credit';
  readonly move: MoneyMove;
  /** In the unit; of `correct` the difference, below 0 where less was taken. */
  readonly amount: number;
  readonly unit: CostUnit;
  /** The account whose money moves; absent where the owner's does. */
  readonly accountId?: string;
  /** What the movement leaves of this job in its ledger. */
  readonly after: TrailBalance;
}

/** One act in a job's trail: what happened, and the money it moved. */
export interface TrailStep extends TrailStory {
  /** In the order it moved; empty where none did. */
  readonly money: readonly TrailMoney[];
}
