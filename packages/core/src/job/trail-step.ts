import type { JsonValue } from '../json/json-value.ts';
import type { CostUnit } from '../model/route.ts';

/** An event of a job and its reason, for the person who has to explain a bill. */
export interface TrailStory {
  readonly at: number;
  /** A `TrailKind`; a store may keep one of another version. */
  readonly what: string;
  /** Facts of the act; `by` is `check` or `operator` if not the runner, and in a resolution the operator's name. */
  readonly detail: { readonly [key: string]: JsonValue };
}

/** Balance of a job's money in one ledger, in its unit. */
export interface TrailBalance {
  /** Reserved for a try under way. */
  readonly reserved: number;
  /** On hold while it is unknown if it was spent. */
  readonly held: number;
  /** Spent. */
  readonly settled: number;
}

/** Movements of money, in the order of a life; see `QuotaMove` and `CreditMove`. */
export const moneyMoves = ['reserve', 'hold', 'settle', 'refund', 'correct', 'return'] as const;
export type MoneyMove = (typeof moneyMoves)[number];

/** A movement of money. */
export interface TrailMoney {
  /** The owner's quota, or the account's money. */
  readonly ledger: 'quota' | 'credit';
  readonly move: MoneyMove;
  /** In the unit; of `correct` the difference, below 0 where less was charged. */
  readonly amount: number;
  readonly unit: CostUnit;
  /** Account whose money moves; absent for the owner's. */
  readonly accountId?: string;
  /** Balance of this job in its ledger after the movement. */
  readonly after: TrailBalance;
}

/** One act in a job's trail: the event, and the money it moved. */
export interface TrailStep extends TrailStory {
  /** In the order of the moves; empty where none moved. */
  readonly money: readonly TrailMoney[];
}
