import type { Job } from '../job/job.ts';
import type { QuotaUsage } from '../quota/quota-usage.ts';

/** Identity by which a retry finds a creation again: one (scope, key) is one job while the job exists (I3). */
export interface IdempotencyClaim {
  /** Owner and create operation; survives key rotation. */
  readonly scope: string;
  readonly key: string;
  /** Digest of the decoded request before defaults, with its version (`1:<sha256>`). */
  readonly fingerprint: string;
}

/** A creation without a key: a repeat is another job. `JobReader.findByContent` finds them by scope and fingerprint. */
export interface ContentClaim extends Omit<IdempotencyClaim, 'key'> {
  readonly key: null;
}

/** Claim by which a repeated creation is recognised. */
export type CreationClaim = IdempotencyClaim | ContentClaim;

export interface AcceptJobInput {
  /** A new job: state `queued` or `awaiting_configuration`, quota `reserved`, version 1. */
  readonly job: Job;
  readonly idempotency: CreationClaim | null;
  /** Waiting jobs (queued, awaiting_configuration) allowed in all. */
  readonly queueLimit: number;
  /** Waiting jobs of one owner that are accepted although the room is full (`checkRoom`); absent = 0. */
  readonly ownerShare?: number;
  /**
   * A limit given by the surrounding program: maximum of the owner's used, reserved and held credits, with this job. It
   * applies beside the stored limit (`withinQuota`), for this act alone. null or absent = only the stored limit.
   */
  readonly quota?: number | null;
  readonly now: number;
}

export type AcceptJobOutcome =
  | { readonly kind: 'accepted'; readonly job: Job }
  | { readonly kind: 'replayed'; readonly job: Job }
  | { readonly kind: 'key-conflict' }
  | { readonly kind: 'id-taken' }
  | { readonly kind: 'quota-exhausted'; readonly usage: QuotaUsage }
  | { readonly kind: 'queue-full' }
  /** The waiting room is full, and the owner has its share of it. */
  | { readonly kind: 'owner-share-taken' }
  /** The API user has its maximum of jobs that are not final. */
  | { readonly kind: 'open-jobs-limit'; readonly limit: number };
