import type { QuotaUsage } from '../quota/quota-usage.ts';
import type { Audited } from './admin-access.ts';

/** An API user: an owner of jobs with one key and a quota. */
export interface ApiUser {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Enough of the key to recognise it, never enough to use it. */
  readonly keyHint: string;
  readonly usage: QuotaUsage;
  readonly createdAt: number;
  readonly lastUsedAt: number | null;
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
      readonly now: number;
    },
  ): Promise<ApiUser>;
  /** A lowered limit stops new reservations and touches nothing else. */
  edit(
    input: Audited & {
      readonly id: string;
      readonly name?: string;
      readonly enabled?: boolean;
      readonly totalLimit?: number | null;
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
   */
  authenticate(input: {
    readonly keyDigest: string;
    readonly now: number;
  }): Promise<
    | { readonly kind: 'known'; readonly id: string }
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
