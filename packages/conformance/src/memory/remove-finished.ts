import { isFinal, type Job } from '@filmgate/core';
import { byNumbers } from './by-numbers.ts';
import { keyOf } from './idempotency-key.ts';
import type { MemoryState } from './memory-state.ts';

/** Forgets final jobs, the longest finished first; a final job never changes, so `updatedAt` is when it finished. */
export function removeFinished(
  state: MemoryState,
  { finishedBefore, limit }: { readonly finishedBefore: number; readonly limit: number },
): readonly Job[] {
  const entries = [...state.jobs.values()]
    .filter(({ job }) => isFinal(job.state) && job.updatedAt < finishedBefore)
    .toSorted(byNumbers(({ job, sequence }) => [job.updatedAt, sequence]))
    .slice(0, limit);
  for (const { job, claimedUnder, dispatches } of entries) {
    state.jobs.delete(job.id);
    if (claimedUnder !== null) state.keys.delete(keyOf(claimedUnder));
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
