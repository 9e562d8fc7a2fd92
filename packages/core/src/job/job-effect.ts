import type { TrailEntry } from './trail-entry.ts';

/** A penalty for an account, on classified evidence only; one request penalises at most one account. */
export type AccountPenalty =
  | { readonly kind: 'cooling'; readonly until: number }
  | { readonly kind: 'exhausted' }
  | { readonly kind: 'login-lost' };

/**
 * What must be saved together with the next job, in one atomic act. Money effects name the closing; the
 * amount is always the job's cost. A store applies every effect or none.
 */
export type JobEffect =
  /** The owner's reservation changes: `hold` while unknown, then exactly one of `settle` and `refund` (I4). */
  | { readonly kind: 'quota'; readonly move: 'hold' | 'settle' | 'refund' }
  /**
   * The account's credits: `reserve` opens, where the known balance covers it, `hold` while unknown, then one of `settle` (the upstream took them:
   * the balance falls) and `refund` (it did not); `return` when it gave taken credits back (the balance rises).
   */
  | {
      readonly kind: 'credit';
      readonly move: 'reserve' | 'hold' | 'settle' | 'refund' | 'return';
      readonly accountId: string;
    }
  | { readonly kind: 'slot'; readonly move: 'take' | 'release'; readonly accountId: string }
  | { readonly kind: 'penalise'; readonly accountId: string; readonly penalty: AccountPenalty }
  /** The account did what was asked: ends its error streak. */
  | { readonly kind: 'account-succeeded'; readonly accountId: string }
  | { readonly kind: 'account-erred'; readonly accountId: string }
  /** Evidence about the provider as a whole, for its circuit. */
  | {
      readonly kind: 'provider';
      readonly accountId: string;
      readonly evidence: 'answered' | 'unavailable';
    }
  | { readonly kind: 'trail'; readonly entry: TrailEntry };
