import type { Job } from '../job/job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';
import type { InvalidRequest } from './checks/invalid-request.ts';

/** Reasons why the account pool cannot pay for or make a new job now [credits.exhausted]. */
export type AdmissionRefusal =
  | 'credits-exhausted'
  | 'account-unavailable'
  | 'settlement-pending'
  | 'credits-unavailable'
  | 'upstream-unavailable';

/** The owner's bytes, with these, would exceed its maximum; some are freed when retention removes them. */
export interface AllowanceExhausted {
  readonly kind: 'allowance-exhausted';
  readonly heldBytes: number;
  readonly allowance: number;
}

/** Refusals store nothing and do not consume the idempotency key. */
export type AcceptResult =
  /** The command itself is wrong: its shape, its bounds, or a request that the catalog does not offer. */
  | InvalidRequest
  | { readonly kind: 'accepted'; readonly job: Job }
  | { readonly kind: 'replayed'; readonly job: Job }
  | { readonly kind: 'key-conflict' }
  | { readonly kind: 'id-taken' }
  | {
      readonly kind: 'reference-refused';
      readonly param: string;
      readonly reason:
        | 'asset-not-found'
        | 'unfetchable'
        | 'wrong-kind'
        | 'type-unsupported'
        | 'empty'
        /** A picture that ends early, or whose header cannot be read. */
        | 'damaged';
      readonly message: string;
    }
  /** None of the existing accounts will ever accept it. */
  | {
      readonly kind: 'request-not-taken';
      /** The field of the request concerned, for example `aspectRatio` or `references`. */
      readonly parameter: string;
      /** The caller's own field of the reference concerned; null where it is not one reference, or is their number. */
      readonly param: string | null;
      /** Sentence on what would be accepted. */
      readonly message: string;
    }
  | { readonly kind: 'quota-exhausted'; readonly usage: QuotaUsage; readonly price: number }
  | { readonly kind: 'queue-full' }
  /** The waiting room is full, and this owner has its share of it. */
  | { readonly kind: 'owner-share-taken'; readonly share: number }
  /** The API user has its maximum of jobs that are not final. */
  | { readonly kind: 'open-jobs-limit'; readonly limit: number }
  | AllowanceExhausted
  | { readonly kind: 'space-low' }
  /** Too many requests are having their references fetched already: of this owner, or of all. */
  | { readonly kind: 'references-busy'; readonly whose: 'owner' | 'all' }
  | {
      readonly kind: 'not-admitted';
      readonly reason: AdmissionRefusal;
      /** Pause after which trying again may help, in ms; null when waiting does not help. */
      readonly retryAfterMs: number | null;
    };

export type AcceptRefusal = Exclude<AcceptResult, { readonly kind: 'accepted' | 'replayed' }>;

/** Result of a creation by its key. */
export type ReplayResult =
  | Extract<AcceptResult, { readonly kind: 'replayed' | 'key-conflict' }>
  /** The key was never used, or the creation has none. */
  | { readonly kind: 'key-free' };
