import type { LearnedLimit, Making, ModelSlots } from '../account/learned.ts';
import type { CostUnit } from '../model/route.ts';
import type { TrailStory } from './trail-step.ts';

/** A penalty for an account, on classified evidence only; one request penalises at most one account. */
export type AccountPenalty =
  | { readonly kind: 'cooling'; readonly until: number }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'login-lost' };

/** How the owner's reservation changes: `hold` while unknown, then exactly one of `settle` and `refund` (I4). */
export type QuotaMove = 'hold' | 'settle' | 'refund';

/**
 * How the account's money changes: `reserve` opens, where balance and budget cover it, `hold` while unknown, then one of
 * `settle` (the upstream took it: the balance falls) and `refund` (it did not); `correct` when it took more, or less, than was
 * settled, by that difference; `return` when it gave back what it took (the balance rises).
 */
export type CreditMove = 'reserve' | 'hold' | 'settle' | 'refund' | 'correct' | 'return';

/** How much of which ledger moves; amounts are whole numbers of the unit's smallest part. */
export type MoneyEffect =
  /** The owner's ledger, in credits. */
  | { readonly kind: 'quota'; readonly move: QuotaMove; readonly amount: number }
  /** The account's, in the unit of its place. */
  | {
      readonly kind: 'credit';
      readonly move: CreditMove;
      readonly accountId: string;
      readonly amount: number;
      readonly unit: CostUnit;
    };

/**
 * What must be saved together with the next job, in one atomic act. An effect says how much moves: a store derives no amount.
 * A store applies every effect or none (`store-rules`).
 */
export type JobEffect =
  | MoneyEffect
  | {
      readonly kind: 'slot';
      readonly move: 'take' | 'release';
      readonly accountId: string;
      /** Taken only while jobs of that model hold fewer slots of the account; absent = whatever the model. */
      readonly within?: ModelSlots;
    }
  | { readonly kind: 'penalise'; readonly accountId: string; readonly penalty: AccountPenalty }
  /** What a refusal taught, or the job that is sent to find out: replaces what was known about the same. */
  | { readonly kind: 'learn'; readonly accountId: string; readonly learnedLimit: LearnedLimit }
  /**
   * The account did what was asked: ends its error streak, and that it was kept away from what it makes; where its balance is not
   * known, it is not exhausted. `making` is null for a job whose route is not known.
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
  /** What happened; a change has one story. */
  | { readonly kind: 'trail'; readonly entry: TrailStory };
