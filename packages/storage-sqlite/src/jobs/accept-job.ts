import {
  type AcceptJobInput,
  type AcceptJobOutcome,
  canReserve,
  freezeJob,
  isNewJob,
  checkRoom,
  type Job,
  withinQuota,
} from '@filmgate/core';
import { contradiction } from '../faults/storage-fault.ts';
import { storedClaim } from '../idempotency/key-digest.ts';
import { unreadableJob } from './set-aside.ts';
import type { StoreState } from '../store/store-state.ts';
import type { Batch } from '../write/batch.ts';

/** Accepts a job, returns the one accepted under its key, or refuses with a reason; see `JobStore.acceptJob`. */
export function acceptJob(
  state: StoreState,
  input: AcceptJobInput,
  batch: Batch,
): AcceptJobOutcome {
  refuseOddJob(input.job);
  const claim = input.idempotency === null ? null : storedClaim(input.idempotency);
  const hasKey = (input.idempotency?.key ?? null) !== null;
  const key = hasKey ? claim : null;
  return replay(state, key) ?? refusal(state, input) ?? insert({ state, input, claim, key, batch });
}

type StoredClaim = ReturnType<typeof storedClaim>;

function refuseOddJob(job: Job): void {
  if (!isNewJob(job)) throw contradiction(`job ${job.id}`, 'the job is not new');
}

function replay(state: StoreState, key: StoredClaim | null): AcceptJobOutcome | undefined {
  const first = key === null ? undefined : findByDigest(state, key.digest);
  if (first === undefined) return undefined;
  if (first.fingerprint !== key?.fingerprint) return { kind: 'key-conflict' };
  return { kind: 'replayed', job: first.job };
}

/** The job with this key, with the fingerprint of its creation. */
export function findByDigest(
  state: StoreState,
  digest: string,
): { readonly job: Job; readonly fingerprint: string } | undefined {
  const position = state.keys.find(digest);
  if (position === undefined) return undefined;
  const row = state.stored.row(position);
  const fingerprint = row?.fingerprint ?? undefined;
  const job = state.openJobs.at(position)?.current.job ?? state.stored.at(position)?.job;
  // The key stays in use: a repeated creation must not be paid for again.
  if (job === undefined && row !== undefined) throw unreadableJob(row.id);
  return job === undefined || fingerprint === undefined ? undefined : { job, fingerprint };
}

/** Reason why a new job cannot be accepted. A duplicate id is only detected at the insertion. */
function refusal(state: StoreState, input: AcceptJobInput): AcceptJobOutcome | undefined {
  const refused = roomRefusal(state, input) ?? ownerRefusal(state, input);
  return refused !== undefined && isIdTaken(state, input.job.id) ? { kind: 'id-taken' } : refused;
}

function roomRefusal(
  { jobCounts, owners }: StoreState,
  { job, queueLimit: limit, ownerShare = 0 }: AcceptJobInput,
): AcceptJobOutcome | undefined {
  const ownWaiting = owners.find(job.owner)?.waiting ?? 0;
  const verdict = checkRoom({ limit, ownerShare, waiting: jobCounts.waiting, ownWaiting });
  if (verdict === 'admitted') return undefined;
  return { kind: verdict === 'room-full' ? 'queue-full' : 'owner-share-taken' };
}

function ownerRefusal(
  { owners, users }: StoreState,
  { job, quota }: AcceptJobInput,
): AcceptJobOutcome | undefined {
  const usage = withinQuota(owners.usage(job.owner), quota);
  if (!canReserve(usage, job.price)) return { kind: 'quota-exhausted', usage };
  const limit = users.ofOwner(job.owner)?.maxOpenJobs ?? null;
  if (limit === null || (owners.find(job.owner)?.openJobs ?? 0) < limit) return undefined;
  return { kind: 'open-jobs-limit', limit };
}

function isIdTaken({ openJobs, rows }: StoreState, id: string): boolean {
  return openJobs.find(id) !== undefined || rows.position(id) !== undefined;
}

/** Writes a single row: the reservation follows from the job, and the first step of its trail from the row. */
function insert(acceptance: {
  readonly state: StoreState;
  readonly input: AcceptJobInput;
  readonly claim: StoredClaim | null;
  /** Claim of the job, if it has a key. */
  readonly key: StoredClaim | null;
  readonly batch: Batch;
}): AcceptJobOutcome {
  const { state, input, claim, key, batch } = acceptance;
  const { owners, surfaces, openJobs, numbers, keys, creation } = state;
  // A refusal stores nothing, not even a new owner.
  const isNewOwner = owners.find(input.job.owner) === undefined;
  if (isNewOwner && isIdTaken(state, input.job.id)) return { kind: 'id-taken' };
  const owner = owners.obtain(batch, input.job.owner);
  const job = freezeJob(input.job);
  const position = numbers.nextPosition();
  const row = { position, owner: owner.number, claim, acceptedAt: input.now };
  if (!state.rows.insert(job, row)) return { kind: 'id-taken' };
  surfaces.enter(batch, job.surface);
  if (key !== null) keys.take(batch, key.digest, position);
  creation.note(position, job.createdAt);
  const current = { job, lastEntry: null, lease: null, dueAt: job.dueAt };
  openJobs.admit({ position, owner, current, epoch: numbers.epochBase }, batch);
  batch.changed(job);
  if (job.dueAt !== null) batch.workFound();
  return { kind: 'accepted', job };
}
