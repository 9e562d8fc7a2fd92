import { setBackBy } from '@filmgate/core';
import { frozenCopy } from './freeze.ts';
import type { MemoryState } from './memory-state.ts';

/** Moves back what waits when the clock was set back; see `JobStore`. Called before anything is decided by `now`. */
export function followClock(state: MemoryState, now: number): MemoryState {
  const by = setBackBy(state.newestTold, now);
  state.newestTold = by > 0 ? now : Math.max(state.newestTold, now);
  if (by === 0) return state;
  for (const entry of state.jobs.values()) {
    const { job, lease } = entry;
    if (job.dueAt !== null) entry.job = frozenCopy({ ...job, dueAt: job.dueAt - by });
    if (lease !== null) entry.lease = { ...lease, until: lease.until - by };
  }
  return state;
}
