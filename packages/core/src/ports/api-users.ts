import type { QuotaUsage } from '../quota/quota-usage.ts';
import type { Audited } from './admin-access.ts';

/** Progress of erasing all personal data of an API user. */
export interface Erasure {
  readonly requestedAt: number;
  /** Null while something is left. */
  readonly completedAt: number | null;
  /** Jobs left at the last check: those in flight, and those that the erasure has not reached. */
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
  /** Maximum jobs that are not final; null = no limit. */
  readonly maxOpenJobs: number | null;
  /** Maximum requests of its key in any minute; null = no limit. */
  readonly maxRequestsPerMinute: number | null;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
  /** Null unless an erasure was requested: then the user is disabled for good, and its name is its id. */
  readonly erasure: Erasure | null;
}

/** API users and their keys, stored as keyed digests, never as keys. A change carries its entry of the audit log. */
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
  /** A lowered limit stops only new reservations. For an erased user `edit` and `rotate` only return undefined. */
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
   * Returns the user a key belongs to, read fresh at each call. The difference between `disabled` and `unknown` is only
   * for the log. Records `lastUsedAt` lazily; never waits for a write. If the user has `maxRequestsPerMinute`, it
   * counts the request, over all connections to the store: no more than that many pass in any 60 seconds
   * (`countRequest`). A refused request does not count, and a changed limit applies from the next one. With `counted:
   * false` it only reads, for a connection that is open already.
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
   * Begins an erasure in one act: disables the user for good, replaces the name by the id and the key's digest by one
   * that no key has, and revokes the user's links. A repeat returns the erasure already begun.
   */
  erase(
    input: Audited & {
      readonly id: string;
      /** Digest no key has. */
      readonly keyDigest: string;
      readonly now: number;
    },
  ): Promise<ApiUser | undefined>;
  /** Records the progress of an erasure; ignored when none was requested, and when it is complete. */
  noteErasure(input: {
    readonly id: string;
    readonly completedAt: number | null;
    readonly remaining: number;
  }): Promise<void>;
  /**
   * Returns the epoch that signs links to an owner's results, read fresh at each call: 0 at first, one higher each time
   * links are revoked. Null while no link of the owner is valid, because it is a disabled, erased or unknown API user.
   */
  linkEpoch(owner: string): Promise<number | null>;
  /** Raises an owner's epoch, which voids every link made before. Returns the new epoch. */
  revokeLinks(input: Audited & { readonly owner: string }): Promise<number>;
  /** An owner's credits; owners that are not API users have no limit. */
  usage(owner: string): Promise<QuotaUsage>;
}
