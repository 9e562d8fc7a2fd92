import type { JobEffect } from '../job/job-effect.ts';
import type { Job } from '../job/job.ts';
import type { TrailStory } from '../job/trail-step.ts';
import type { AcceptJobInput, AcceptJobOutcome } from './accept-job.ts';
import type { Audited } from './admin-access.ts';

/**
 * A runner's right to decide on one job until `leaseUntil`. A job never gets the same `epoch` twice, not even from a
 * store that went back and resumed (`DataLossDetection.resume`).
 */
export interface Claim {
  readonly job: Job;
  readonly epoch: number;
  /** Runner incarnation. */
  readonly holder: string;
  readonly leaseUntil: number;
}

export interface ClaimDueInput {
  /** `start` = queued jobs waiting for an account; `continue` = every other due job. */
  readonly lane: 'start' | 'continue';
  /** Only for `start`: families for which some account has a free slot; `*` for all. */
  readonly families: readonly string[];
  readonly limit: number;
  readonly holder: string;
  readonly leaseUntil: number;
  readonly now: number;
}

export interface CommitInput {
  /** The claim it was decided under, or null for an operator's or checker's decision outside the runner. */
  readonly claim: Claim | null;
  /** The job it was decided from; only its `id` and `version` are compared. */
  readonly from: Job;
  /** The next job: `version` = `from.version` + 1. */
  readonly next: Job;
  readonly effects: readonly JobEffect[];
  /** Keep the lease for further steps, or end it. A decision without a claim ends that of whichever runner holds it. */
  readonly lease: 'keep' | 'release';
  readonly now: number;
}

export type CommitOutcome =
  | { readonly kind: 'committed'; readonly job: Job }
  /** Another node has decided meanwhile, or the lease is no longer ours: nothing was changed. */
  | { readonly kind: 'stale' }
  /** Only with a `slot: take` effect: the account has no free slot, or left the pool; nothing was changed. */
  | { readonly kind: 'slot-taken' }
  /** Only with a `credit: reserve` effect: no balance for it beside other reservations; nothing was changed. */
  | { readonly kind: 'credits-reserved' };

export interface RecordDispatchInput extends CommitInput {
  readonly claim: Claim;
  /** Unique over all jobs and tries. */
  readonly correlationId: string;
  /** SHA-256 of the saved submission. */
  readonly requestDigest: string;
  readonly sendDeadlineAt: number;
}

export type RecordDispatchOutcome =
  | { readonly kind: 'recorded'; readonly job: Job }
  | { readonly kind: 'stale' }
  /** This attempt or name has a dispatch record: bytes may have left; never send. A waiting job becomes unknown. */
  | { readonly kind: 'already-recorded' }
  /** Like `commit`: nothing was changed, and no dispatch record exists. */
  | { readonly kind: 'slot-taken' | 'credits-reserved' };

/** The dispatch record a response belongs to, for a store that may have lost it since. */
export type LostDispatch = Pick<RecordDispatchInput, 'requestDigest' | 'sendDeadlineAt'> & {
  /** The try: submissions refused before it. */
  readonly refusals: number;
  readonly recordedAt: number;
};

export interface RecordReceiptInput {
  readonly jobId: string;
  readonly correlationId: string;
  /** Account it was sent on, to which the handle is bound; null where unknown. */
  readonly accountId: string | null;
  /** Endpoint of the account, at which a handle names one piece of work. */
  readonly endpoint: string;
  /** The provider's handle as JSON text. */
  readonly handle: string;
  /** Decision made from it, about the same job. */
  readonly decision?: CommitInput;
  /**
   * A person's statement in place of the provider's, with its entry of the audit log if any: not a fact in itself, so
   * nothing is written unless the decision is committed. Absent = the provider gave it.
   */
  readonly byHand?: Audited;
  /** The dispatch record it was sent under, written with it if the store has none for the try but has the job. */
  readonly lostDispatch?: LostDispatch;
  readonly now: number;
}

export type RecordReceiptOutcome =
  /** `decided`: null without a decision. By hand, a decision that is not committed leaves nothing recorded. */
  | { readonly kind: 'recorded'; readonly decided: CommitOutcome | null }
  /** An equal receipt was recorded before. */
  | { readonly kind: 'repeated'; readonly decided: CommitOutcome | null }
  /** No such dispatch record, or another handle or a refusal is recorded under it: nothing was changed. */
  | { readonly kind: 'contradicted' }
  /** Another dispatch record holds this handle at this endpoint, for the job `heldBy`: nothing was changed. */
  | { readonly kind: 'handle-taken'; readonly heldBy: string };

export interface RecordRefusalInput {
  readonly jobId: string;
  readonly correlationId: string;
  /** The classified refusal (`UpstreamError`) as JSON text. */
  readonly refusal: string;
  readonly now: number;
}

export type RecordRefusalOutcome =
  | { readonly kind: 'recorded' }
  /** An equal refusal was recorded before. */
  | { readonly kind: 'repeated' }
  /** No such dispatch record, or a handle or another refusal is recorded under it: nothing was changed. */
  | { readonly kind: 'contradicted' };

export interface AmendInput {
  /** The final job it was decided from; only its `id` and `version` are compared. */
  readonly from: Job;
  /** Without its result, or without all content: `withoutResult`, `withoutContent`. `version` = `from.version` + 1. */
  readonly next: Job;
  /** `erase`: the earlier steps of the trail lose their free texts, by `erasedDetail`. */
  readonly trail: 'keep' | 'erase';
  /** The step that records the removal; it moves no money. */
  readonly entry: TrailStory;
}

export type AmendOutcome =
  | { readonly kind: 'amended'; readonly job: Job }
  /** The job was amended or removed meanwhile; nothing was changed. */
  | { readonly kind: 'stale' };

/**
 * Saves and changes jobs through their lives. Every method is one atomic act, done natively by the adapter (one SQLite
 * transaction or a change in its owner's memory, one Redis script). Adapters throw `StorageUnavailable` and nothing
 * else; expected outcomes are values. Returned jobs are frozen and identical (`===`) while unchanged in one process, so
 * readers may cache by identity.
 *
 * Clocks that are set back: when `now` is more than `setBackAfterMs` earlier than the newest instant given before, due
 * instants and ends of leases move back by the difference, so that every pause lasts as long as intended, to within a
 * second. A store that nodes share decides by its server's clock: it shifts `now`, `dueAt` and `leaseUntil` by the
 * difference between the caller's clock and that.
 */
export interface JobStore {
  /**
   * Saves idempotency claim + quota reservation + job + `accepted` step of the trail, or nothing. Precondition:
   * `job.quota` is `reserved` and `job.price` is a non-negative integer. Order of decision: same (scope, key) →
   * `replayed` (equal fingerprint; the job in its present state) or `key-conflict`; else `id-taken`; else `queue-full`
   * or `owner-share-taken` (`checkRoom`); else `quota-exhausted` when used + reserved + held + price > limit; else
   * `open-jobs-limit`; else `accepted`. Race: of N equal creates exactly one is `accepted`, all others `replayed`.
   * Refusals store nothing. Repeat: an identical call is `replayed`. Never resolves before the data is durable (I2).
   */
  acceptJob(input: AcceptJobInput): Promise<AcceptJobOutcome>;

  /**
   * Leases due jobs (`dueAt` ≤ now, not leased by a live lease), at most `limit`, epoch one higher each. `start`:
   * oldest first within an owner, owners in turn, so that a heavy owner cannot starve others. `continue`: earliest due
   * first. A job whose lease ran out is due at once, whatever its `dueAt`. Race: one job is never in two live leases.
   * Repeat: later calls return other jobs. Never changes a job's state.
   */
  claimDue(input: ClaimDueInput): Promise<readonly Claim[]>;

  /**
   * Saves `next`, applies all `effects` and adds the one step they make (`trailStep`), if the job still has
   * `from.version` and, under a claim, if that claim's epoch is still the newest and not released. Otherwise `stale`
   * and nothing happens (I9). A commit without a claim leaves a holder's lease alone. A job put to
   * `awaiting_configuration` under a claim older than the last change of the pool is due at once, so that no wake is
   * lost. The store grants a `slot: take` effect only while the account exists, is enabled, is not draining, and has
   * fewer slots in use than its concurrency (I10). It grants a `credit: reserve` effect only while the account's last
   * known balance covers the job's cost on top of everything reserved and held there (`coversReservation`). Checking
   * the account's condition and the age of its balance is the chooser's task. An operator's resolution carries its
   * entry of the audit log. Order of decision: `stale`, then a fault, then `slot-taken`, then `credits-reserved`. Race:
   * when jobs compete for the last slots or credits of an account, exactly as many get them as there is room for. Race:
   * of two commits from one version exactly one is `committed`. Quota and credits are never closed twice: an effect
   * that contradicts the stored job's `quota`/`credit` is a fault.
   */
  commit(input: CommitInput & Audited): Promise<CommitOutcome>;

  /**
   * Writes the dispatch record, once: like `commit` (to `dispatching`, with its slot and credits), plus the dispatch
   * row (job, attempt, correlation id, digest, deadline). Order of decision: `already-recorded`, then like `commit`.
   * The number of the attempt is the number of refusals so far. A job has at most one dispatch record per attempt, for
   * ever; every further call is `already-recorded`. Only after `recorded` may bytes leave (I1).
   */
  recordDispatch(input: RecordDispatchInput): Promise<RecordDispatchOutcome>;

  /**
   * Keeps the provider's handle on the dispatch row: a fact, accepted from a stale owner too, without lease or version.
   * A handle belongs to one dispatch record at its endpoint for as long as that record's job is stored; two handles are
   * equal when their canonical JSON (RFC 8785) is. Of two dispatch records that claim one handle the first keeps it,
   * the other gets `handle-taken`. With a `decision`, the same act also does its `commit`, but only if the receipt is
   * `recorded` or `repeated`; a `stale` decision leaves the receipt. A decision that is a fault throws before anything
   * is written, and so does any decision while the store is halted (`DataLossDetection`): then record the receipt again
   * without it. Repeat of an equal handle: `repeated`. Without a decision it never changes the job itself; recovery
   * reads it through `JobReader.dispatches`.
   */
  recordReceipt(input: RecordReceiptInput): Promise<RecordReceiptOutcome>;

  /**
   * Keeps a proven refusal on the dispatch row: a fact like a receipt, from a stale owner too, that never changes the
   * job itself. The first response to a dispatch, receipt or refusal, stays. Repeat of an equal text: `repeated`.
   */
  recordRefusal(input: RecordRefusalInput): Promise<RecordRefusalOutcome>;

  /** Extends leases that are still the newest of their job, and revives none; returns ids of jobs that lost theirs. */
  renewLeases(input: {
    readonly claims: readonly Claim[];
    readonly leaseUntil: number;
    readonly now: number;
  }): Promise<{ readonly lost: readonly string[] }>;

  /** Gives back a claim without a decision; the job falls due at `dueAt`, not before. A stale claim is ignored. */
  releaseClaim(input: {
    readonly claim: Claim;
    readonly dueAt: number;
    readonly now: number;
  }): Promise<void>;

  /**
   * Removes content of a final job, but none of its proof: state, money, account, handle, instants, dispatches and the
   * claim of its idempotency key stay. From then on no search finds the removed content, and no read shows it. A job
   * that has not ended is a fault. Race: of two amendments of one version one is `amended`. Repeat: `stale`.
   */
  amend(input: AmendInput & Audited): Promise<AmendOutcome>;

  /**
   * Removes at most `limit` jobs that ended before `finishedBefore`, with their idempotency claims and trails (their
   * settled credits stay in the owner's `used`); returns them. Never removes an open job.
   */
  removeFinished(input: {
    readonly finishedBefore: number;
    readonly limit: number;
    readonly now: number;
  }): Promise<readonly Job[]>;
}
