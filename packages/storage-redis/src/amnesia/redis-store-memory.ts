import type { JobReader, JobStore, LostMemory, StoreMemory } from '@filmgate/core';
import type { OpenStore } from '../connection/open-store.ts';

/** Jobs and their lists over runners that work although the store is halted. */
export interface JobsWhileHalted {
  readonly jobs: Pick<JobStore, 'commit'>;
  readonly reader: Pick<JobReader, 'list'>;
}

/** Whether Redis still knows everything it answered. */
export function createStoreMemory(
  store: OpenStore,
  { jobs, reader }: JobsWhileHalted,
): StoreMemory {
  const { watch } = store;
  return {
    jobs,
    reader,
    lost: () => watch.halt,
    onChange: (listener: (lost: LostMemory | null) => void) => watch.onChange(listener),
    goOn: async () => ((await store.acknowledgeLoss()) ? 'gone-on' : 'nothing-lost'),
  };
}
