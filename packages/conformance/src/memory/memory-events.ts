import type { Job, JobEvents } from '@filmgate/core';

/** The listeners of one connection, and the way to reach them. */
export interface MemoryEvents extends JobEvents {
  announce(job: Job): void;
  announceWork(): void;
  /** Forgets every listener. */
  silence(): void;
}

/** Listeners are called within the change itself, so before the call that made it resolves. */
export function createMemoryEvents(): MemoryEvents {
  const ofAll = new Set<{ readonly listener: (job: Job) => void }>();
  const ofOne = new Set<{ readonly jobId: string; readonly listener: (job: Job) => void }>();
  const ofWork = new Set<{ readonly listener: () => void }>();
  const add = <Entry>(entries: Set<Entry>, entry: Entry): (() => void) => {
    entries.add(entry);
    return () => void entries.delete(entry);
  };
  return {
    subscribe: (jobId, listener) => add(ofOne, { jobId, listener }),
    subscribeAll: (listener) => add(ofAll, { listener }),
    onWork: (listener) => add(ofWork, { listener }),
    announce: (job) => {
      for (const { jobId, listener } of ofOne) if (jobId === job.id) listener(job);
      for (const { listener } of ofAll) listener(job);
    },
    announceWork: () => {
      for (const { listener } of ofWork) listener();
    },
    silence: () => {
      ofAll.clear();
      ofOne.clear();
      ofWork.clear();
    },
  };
}
