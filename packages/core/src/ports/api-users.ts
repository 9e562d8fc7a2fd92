import type { QuotaUsage } from '../quota/quota-usage.ts';

/** An API user: an owner of jobs with one key and a quota. */
export interface ApiUser {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Enough of the key to recognise it, never enough to use it. */
  readonly keyHint: string;
  readonly usage: QuotaUsage;
  /** Jobs it may have that are not final; null = no limit. */
  readonly maxOpenJobs: number | null;
  /** Requests its key may make in any minute; null = no limit. */
  readonly maxRequestsPerMinute: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
}

/** API users and their keys, as keyed digests; a key itself is never stored. */
export interface ApiUsers {
  create(input: {
    readonly id: string;
    readonly name: string;
    readonly keyDigest: string;
    readonly keyHint: string;
    /** null = unlimited. */
    readonly totalLimit: number | null;
    /** null or absent = no limit. */
    readonly maxOpenJobs?: number | null;
    /** null or absent = no limit. */
    readonly maxRequestsPerMinute?: number | null;
    readonly now: number;
  }): Promise<ApiUser>;
  /** A lowered limit stops new reservations and touches nothing else. */
  edit(input: {
    readonly id: string;
    readonly name?: string;
    readonly enabled?: boolean;
    readonly totalLimit?: number | null;
    readonly maxOpenJobs?: number | null;
    readonly maxRequestsPerMinute?: number | null;
    readonly now: number;
  }): Promise<ApiUser | undefined>;
  /** Replaces the key: the old one authorises nothing that starts later (I12). */
  rotate(input: {
    readonly id: string;
    readonly keyDigest: string;
    readonly keyHint: string;
    readonly now: number;
  }): Promise<ApiUser | undefined>;
  /**
   * Whose key it is, read fresh at each call: `disabled` and unknown keys are told apart here only for the log.
   * Notes `lastUsedAt` lazily; never waits for a write.
   * Counts the request where its user has `maxRequestsPerMinute`, over all connections to the store: of requests that pass
   * in any 60 seconds there are never more than that (`countRequest`). A request that is refused is not counted, and a
   * changed limit holds for the next one. `counted: false` looks only, for a connection that is open already.
   */
  authenticate(input: {
    readonly keyDigest: string;
    readonly now: number;
    readonly counted?: boolean;
  }): Promise<
    | { readonly kind: 'known'; readonly id: string }
    | {
        readonly kind: 'rate-limited';
        readonly id: string;
        readonly limit: number;
        /** ms until another request may pass. */
        readonly retryAfterMs: number;
      }
    | { readonly kind: 'disabled' }
    | { readonly kind: 'unknown' }
  >;
  find(id: string): Promise<ApiUser | undefined>;
  /** Oldest first, after the given id. */
  list(input: {
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly ApiUser[]>;
  /** An owner's credits; owners that are not API users have no limit. */
  usage(owner: string): Promise<QuotaUsage>;
}
