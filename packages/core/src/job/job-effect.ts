import type { LearnedLimit, Making, ModelSlots } from '../account/learned.ts';
import type { CostUnit } from '../model/route.ts';
import type { TrailStory } from './trail-step.ts';

/** A penalty for an account, on classified evidence only; one request penalises at most one account. */
export type AccountPenalty =
  | { readonly kind: 'cooling'; readonly until: number }
  /** `detail`: the provider's words, without a secret; absent = none. */
  | { readonly kind: 'exhausted' | 'login-lost'; readonly detail?: string };

/** Changes of a reservation: `hold` while unknown, then exactly one of `settle` and `refund` (released) (I4). */
export type QuotaMove = 'hold' | 'settle' | 'refund';

/**
 * Changes of the account's money: `reserve` opens, where balance and budget cover it, `hold` while unknown, then one of
 * `settle` (the provider charged it: the balance falls) and `refund` (not charged: released); `correct` when the
 * provider charged more, or less, than was settled, by that difference; `return` when it refunded a charge (the balance
 * rises).
 */
export type CreditMove = 'reserve' | 'hold' | 'settle' | 'refund' | 'correct' | 'return';

/** The amount that moves, and the ledger; amounts are whole numbers of the unit's smallest part. */
export type MoneyEffect =
  /** The owner's ledger, in credits. */
  | { readonly kind: 'quota'; readonly move: QuotaMove; readonly amount: number }
  /** The account's ledger, in the unit of its endpoint. */
  | {
      readonly kind: 'credit';
      readonly move: CreditMove;
      readonly accountId: string;
      readonly amount: number;
      readonly unit: CostUnit;
    };

/**
 * A change to save together with the next job, in one atomic act. An effect states the amount that moves: a store
 * derives none. A store applies every effect or none (`store-rules`).
 */
export type JobEffect =
  | MoneyEffect
  | {
      readonly kind: 'slot';
      readonly move: 'take' | 'release';
      readonly accountId: string;
      /** Granted only while jobs of that model hold fewer slots of the account; absent = independent of the model. */
      readonly within?: ModelSlots;
    }
  | { readonly kind: 'penalise'; readonly accountId: string; readonly penalty: AccountPenalty }
  /** A learned limit, from a refusal or a probe job: replaces what was known about the same subject. */
  | { readonly kind: 'learn'; readonly accountId: string; readonly learnedLimit: LearnedLimit }
  /**
   * The account did what was asked: ends its error streak and the limit that kept away what it makes; where its balance
   * is unknown, it is not exhausted. `making` is null for a job whose route is unknown.
   */
  | {
      readonly kind: 'account-succeeded';
      readonly accountId: string;
      readonly making: Making | null;
    }
  | { readonly kind: 'account-erred'; readonly accountId: string }
  /** Evidence about the provider as a whole, for its circuit. */
  | {
      readonly kind: 'endpoint';
      readonly accountId: string;
      readonly evidence: 'answered' | 'unavailable' | 'doubtful';
    }
  /** The trail step of a change, at most one. */
  | { readonly kind: 'trail'; readonly entry: TrailStory };
