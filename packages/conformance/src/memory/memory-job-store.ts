import { erasedDetail, isFinal, type Job, type JobStore } from '@filmgate/core';
import { acceptJob, keyOf } from './admission.ts';
import { byNumbers, claimDue, followClock, releaseClaim, renewLeases } from './claims.ts';
import { frozenCopy } from './freeze.ts';
import { announceJob, type MemoryState, noteAudit, type OpenState } from './memory-state.ts';
import { commit, recordDispatch, recordReceipt, recordRefusal } from './dispatches.ts';
import { contradiction } from './save-change.ts';

/** Every method is one synchronous step, so nothing runs in between. */
export function createMemoryJobStore(open: OpenState): JobStore {
  return {
    acceptJob: async (input) => acceptJob(followClock(open(), input.now), input),
    claimDue: async (input) => claimDue(followClock(open(), input.now), input),
    commit: async (input) => commit(followClock(open(), input.now), input),
    recordDispatch: async (input) => recordDispatch(followClock(open(), input.now), input),
    recordReceipt: async (input) => recordReceipt(followClock(open(), input.now), input),
    recordRefusal: async (input) => recordRefusal(open(), input),
    renewLeases: async (input) => renewLeases(followClock(open(), input.now), input),
    releaseClaim: async (input) => releaseClaim(followClock(open(), input.now), input),
    amend: async (input) => {
      const state = open();
      const outcome = amendJob(state, input);
      if (outcome.kind === 'amended') noteAudit(state, input);
      return outcome;
    },
    removeFinished: async (input) => removeFinished(open(), input),
  };
}

type AmendInput = Parameters<JobStore['amend']>[0];
type AmendOutcome = Awaited<ReturnType<JobStore['amend']>>;

/** Takes back content of a final job. */
function amendJob(state: MemoryState, { from, next, trail, entry }: AmendInput): AmendOutcome {
  const stored = state.jobs.get(from.id);
  if (stored?.job.version !== from.version) return { kind: 'stale' };
  if (!isFinal(stored.job.state)) throw contradiction(from.id, `it is ${stored.job.state}`);
  if (next.id !== from.id || next.version !== from.version + 1 || next.state !== stored.job.state)
    throw contradiction(from.id, `it would be ${next.state} in version ${next.version}`);
  if (trail === 'erase') {
    const erased = stored.trail.map((step) => ({ ...step, detail: erasedDetail(step.detail) }));
    stored.trail.splice(0, stored.trail.length, ...erased.map(frozenCopy));
  }
  stored.job = frozenCopy(next);
  stored.trail.push(frozenCopy({ ...entry, money: [] }));
  announceJob(state, stored.job);
  return { kind: 'amended', job: stored.job };
}

/** Removes final jobs, oldest first; a final job never changes, so `updatedAt` is when it finished. */
function removeFinished(
  state: MemoryState,
  { finishedBefore, limit }: { readonly finishedBefore: number; readonly limit: number },
): readonly Job[] {
  const entries = [...state.jobs.values()]
    .filter(({ job }) => isFinal(job.state) && job.updatedAt < finishedBefore)
    .toSorted(byNumbers(({ job, sequence }) => [job.updatedAt, sequence]))
    .slice(0, limit);
  for (const { job, claimedUnder, dispatches } of entries) {
    state.jobs.delete(job.id);
    const key = claimedUnder === null ? undefined : keyOf(claimedUnder);
    if (key !== undefined) state.keys.delete(key);
    for (const { correlationId } of dispatches) state.correlationIds.delete(correlationId);
    for (const [claim, holder] of state.handles) if (holder === job.id) state.handles.delete(claim);
    if (job.quota === 'settled') {
      state.settledByRemoved.set(
        job.owner,
        (state.settledByRemoved.get(job.owner) ?? 0) + job.price,
      );
    }
  }
  return entries.map(({ job }) => job);
}
