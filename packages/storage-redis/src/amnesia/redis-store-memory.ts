import type { JobReader, JobStore, LostMemory, DataLossDetection } from '@filmgate/core';
import type { OpenStore } from '../connection/open-store.ts';

/** Jobs and their lists over runners that work although the store is halted. */
export interface JobsWhileHalted {
  readonly jobs: Pick<JobStore, 'commit'>;
  readonly reader: Pick<JobReader, 'list'>;
}

/** Whether Redis still knows everything it answered. */
export function createDataLossDetection(
  store: OpenStore,
  { jobs, reader }: JobsWhileHalted,
): DataLossDetection {
  const { watch } = store;
  return {
    jobs,
    reader,
    lost: () => watch.halt,
    onChange: (listener: (lost: LostMemory | null) => void) => watch.onChange(listener),
    resume: async () => ((await store.acknowledgeLoss()) ? 'gone-on' : 'nothing-lost'),
  };
}
