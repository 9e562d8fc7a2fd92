import type { QuotaUsage } from '../quota/quota-usage.ts';
import type { Audited } from './admin-access.ts';

/** How far everything personal of an API user has been erased. */
export interface Erasure {
  readonly requestedAt: number;
  /** Null while something is left. */
  readonly completedAt: number | null;
  /** Jobs that were left at the last look: those in flight, and those not come to yet. */
  readonly remaining: number;
}

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
  /** Null unless it was to be erased: then it is disabled for good, and its name is its id. */
  readonly erasure: Erasure | null;
}

/** API users and their keys, as keyed digests; a key itself is never stored. Changes bring their entry of the audit log. */
export interface ApiUsers {
  create(
    input: Audited & {
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
    },
  ): Promise<ApiUser>;
  /** A lowered limit stops new reservations and touches nothing else. An erased user is edited and rotated no more: undefined. */
  edit(
    input: Audited & {
      readonly id: string;
      readonly name?: string;
      readonly enabled?: boolean;
      readonly totalLimit?: number | null;
      readonly maxOpenJobs?: number | null;
      readonly maxRequestsPerMinute?: number | null;
      readonly now: number;
    },
  ): Promise<ApiUser | undefined>;
  /** Replaces the key: the old one authorises nothing that starts later (I12). */
  rotate(
    input: Audited & {
      readonly id: string;
      readonly keyDigest: string;
      readonly keyHint: string;
      readonly now: number;
    },
  ): Promise<ApiUser | undefined>;
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
  /**
   * Marks a user as to be erased, in one act: disables it for good, replaces its name by its id and its key's digest by one
   * no key has, and revokes its links. Repeat: gives the erasure already begun. Undefined when there is no such user.
   */
  erase(
    input: Audited & {
      readonly id: string;
      /** Digest no key has. */
      readonly keyDigest: string;
      readonly now: number;
    },
  ): Promise<ApiUser | undefined>;
  /** Notes how far an erasure is; ignored where none was asked for, and once it is complete. */
  noteErasure(input: {
    readonly id: string;
    readonly completedAt: number | null;
    readonly remaining: number;
  }): Promise<void>;
  /**
   * What links to an owner's results are signed with, read fresh at each call: 0 until links are revoked, one higher each time.
   * Null while no link of the owner is good: it is an API user that is disabled, erased or unknown.
   */
  linkEpoch(owner: string): Promise<number | null>;
  /** Raises an owner's epoch: every link made before is void. Gives the new one. */
  revokeLinks(input: Audited & { readonly owner: string }): Promise<number>;
  /** An owner's credits; owners that are not API users have no limit. */
  usage(owner: string): Promise<QuotaUsage>;
}
