import { type AdmissionFacts, isFinal } from '@filmgate/core';
import type { MemoryState } from './memory-state.ts';
import { waitsToStart } from './waits-to-start.ts';

const userPrefix = 'user:';

/** How many jobs wait, how many of an owner's are open, and how many may be; counted at each call. */
export function placesOf(
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
