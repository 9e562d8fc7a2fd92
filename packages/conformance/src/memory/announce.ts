import type { Job } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';

/** Tells every connection of a committed change. */
export function announceJob(state: MemoryState, job: Job): void {
  for (const events of state.events) events.announce(job);
}

/** Tells every connection that a job may be claimable earlier than it was. */
export function announceWork(state: MemoryState): void {
  for (const events of state.events) events.announceWork();
}
