import {
  acceptanceStep,
  type AcceptJobInput,
  type AcceptJobOutcome,
  type AdmissionFacts,
  canReserve,
  type CreationClaim,
  isFinal,
  isNewJob,
  checkRoom,
  type QuotaUsage,
  StorageUnavailable,
  adjustQuota,
  withinQuota,
} from '@filmgate/core';
import { waitsToStart } from './claims.ts';
import { frozenCopy } from './freeze.ts';
import { announceJob, announceWork, type MemoryJob, type MemoryState } from './memory-state.ts';

/** Decides on a new job in the order the port states, and stores it with everything that belongs to it. */
export function acceptJob(state: MemoryState, input: AcceptJobInput): AcceptJobOutcome {
  refuseWhatIsNotNew(input);
  const { job, idempotency } = input;
  const first = jobUnder(state, idempotency);
  if (first !== undefined) {
    const equal = first.claimedUnder?.fingerprint === idempotency?.fingerprint;
    return equal ? { kind: 'replayed', job: first.job } : { kind: 'key-conflict' };
  }
  if (state.jobs.has(job.id)) return { kind: 'id-taken' };
  const permit = permitRefusal(state, input);
  if (permit !== undefined) return permit;
  const usage = withinQuota(usageOf(state, job.owner), input.quota);
  if (!canReserve(usage, job.price)) return { kind: 'quota-exhausted', usage };
  const { ownOpen, maxOpenJobs } = permitsOf(state, job.owner);
  if (maxOpenJobs !== null && ownOpen >= maxOpenJobs)
    return { kind: 'open-jobs-limit', limit: maxOpenJobs };
  const entry = store(state, input);
  announceJob(state, entry.job);
  if (entry.job.dueAt !== null) announceWork(state);
  return { kind: 'accepted', job: entry.job };
}

function permitRefusal(
  state: MemoryState,
  { job, queueLimit: limit, ownerShare = 0 }: AcceptJobInput,
): AcceptJobOutcome | undefined {
  const { waiting, ownWaiting } = permitsOf(state, job.owner);
  const verdict = checkRoom({ limit, ownerShare, waiting, ownWaiting });
  if (verdict === 'admitted') return undefined;
  return { kind: verdict === 'room-full' ? 'queue-full' : 'owner-share-taken' };
}

function refuseWhatIsNotNew({ job }: AcceptJobInput): void {
  if (isNewJob(job)) return;
  throw new StorageUnavailable(`Job ${job.id} is not a new job.`, { applied: 'no' });
}

function store(state: MemoryState, { job, idempotency, now }: AcceptJobInput): MemoryJob {
  state.sequence += 1;
  const entry: MemoryJob = {
    job: frozenCopy(job),
    sequence: state.sequence,
    claimedUnder: idempotency,
    epoch: state.epochBase,
    lease: null,
    poolSeen: 0,
    trail: [acceptanceStep(job, now)],
    dispatches: [],
  };
  state.jobs.set(job.id, entry);
  const key = idempotency === null ? undefined : keyOf(idempotency);
  if (key !== undefined) state.keys.set(key, job.id);
  return entry;
}

export function jobUnder(state: MemoryState, claim: CreationClaim | null): MemoryJob | undefined {
  const key = claim === null ? undefined : keyOf(claim);
  const id = key === undefined ? undefined : state.keys.get(key);
  return id === undefined ? undefined : state.jobs.get(id);
}

/** Prefix of an API user's id in the name of an owner. */
export const userPrefix = 'user:';

/** The sums over an owner's jobs, removed ones included; recomputed at each call, so they cannot drift. */
export function usageOf(state: MemoryState, owner: string): QuotaUsage {
  const sums = { used: state.settledByRemoved.get(owner) ?? 0, reserved: 0, held: 0 };
  for (const { job } of state.jobs.values()) if (job.owner === owner) adjustQuota(sums, job, 1);
  const user = owner.startsWith(userPrefix)
    ? state.users.get(owner.slice(userPrefix.length))
    : undefined;
  return { ...sums, limit: user?.totalLimit ?? null };
}

/** Numbers of waiting jobs and of an owner's open jobs, and their limits; counted at each call. */
export function permitsOf(
  state: MemoryState,
  owner: string,
): Pick<AdmissionFacts, 'waiting' | 'ownWaiting' | 'ownOpen' | 'maxOpenJobs'> {
  const jobs = [...state.jobs.values()];
  const own = jobs.filter(({ job }) => job.owner === owner);
  const user = owner.startsWith(userPrefix)
    ? state.users.get(owner.slice(userPrefix.length))
    : undefined;
  return {
    waiting: jobs.filter(waitsToStart).length,
    ownWaiting: own.filter(waitsToStart).length,
    ownOpen: own.filter(({ job }) => !isFinal(job.state)).length,
    maxOpenJobs: user?.user.maxOpenJobs ?? null,
  };
}

/** One text for a scope and key, undefined without a key; as JSON, since joined texts could be ambiguous. */
export function keyOf({ scope, key }: Pick<CreationClaim, 'scope' | 'key'>): string | undefined {
  return key === null ? undefined : JSON.stringify([scope, key]);
}
