import type { Job } from '../job/job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';
import type { InvalidRequest } from './checks/invalid-request.ts';

/** Why the account pool cannot pay for or serve a new job now [credits.exhausted]. */
export type AdmissionRefusal =
  | 'credits-exhausted'
  | 'account-unavailable'
  | 'settlement-pending'
  | 'credits-unavailable'
  | 'upstream-unavailable';

/** The owner's bytes, with these, would be more than it may store; some are freed when retention removes them. */
export interface AllowanceExhausted {
  readonly kind: 'allowance-exhausted';
  readonly heldBytes: number;
  readonly allowance: number;
}

/** Refusals store nothing and do not consume the idempotency key. */
export type AcceptResult =
  /** The command itself is wrong, no matter who built it: its shape, its bounds, or what the catalog does not offer. */
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
  /** No account that there is will ever take it. */
  | {
      readonly kind: 'request-not-taken';
      /** The field of the request concerned, such as `aspectRatio` or `references`. */
      readonly parameter: string;
      /** The caller's own field of the reference concerned; null where it is none, or their number. */
      readonly param: string | null;
      /** What would be taken. */
      readonly message: string;
    }
  | { readonly kind: 'quota-exhausted'; readonly usage: QuotaUsage; readonly price: number }
  | { readonly kind: 'queue-full' }
  /** The waiting room is full, and this owner has its share of it. */
  | { readonly kind: 'owner-share-taken'; readonly share: number }
  /** The API user has as many jobs that are not final as it may have. */
  | { readonly kind: 'open-jobs-limit'; readonly limit: number }
  | AllowanceExhausted
  | { readonly kind: 'space-low' }
  /** Too many requests are having their references fetched already: of this owner, or of all. */
  | { readonly kind: 'references-busy'; readonly whose: 'owner' | 'all' }
  | {
      readonly kind: 'not-admitted';
      readonly reason: AdmissionRefusal;
      /** When trying again may help, ms from now; null when waiting does not help. */
      readonly retryAfterMs: number | null;
    };

/** Why a creation was not accepted. */
export type AcceptRefusal = Exclude<AcceptResult, { readonly kind: 'accepted' | 'replayed' }>;

/** What a creation gets for its key. */
export type ReplayResult =
  | Extract<AcceptResult, { readonly kind: 'replayed' | 'key-conflict' }>
  /** The key was never used, or the creation has none. */
  | { readonly kind: 'key-free' };
