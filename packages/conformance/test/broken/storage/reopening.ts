import { type Job, type StorageBundle, StorageUnavailable } from '@filmgate/core';
import { sharedManifest } from '../../support/memory-storage-harness.ts';
import { faultsOf, replacing } from './breaking.ts';

/** A bundle that reads differently what an earlier opening accepted. */
function reading(read: (job: Job) => Job): (inner: StorageBundle) => StorageBundle {
  return (inner) => {
    const here = new Set<string>();
    const accepting = replacing('jobs', ({ jobs }) => ({
      acceptJob: async (input) => {
        here.add(input.job.id);
        return await jobs.acceptJob(input);
      },
    }));
    const finding = replacing('reader', ({ reader }) => ({
      find: async (id) => {
        const job = await reader.find(id);
        return job === undefined || here.has(id) ? job : read(job);
      },
    }));
    return finding(accepting(inner));
  };
}

/** Stores that accept what they cannot read after a restart. */
export const reopeningFaults = faultsOf(
  'job-store',
  {
    'loses over a restart which account a job asks for': reading((job) => {
      const { pinnedAccountId: _, ...request } = job.request;
      return { ...job, request };
    }),
    'cannot read after a restart what has a negative prompt': reading((job) => {
      if (job.request.negativePrompt === null) return job;
      throw new StorageUnavailable(`Job ${job.id} cannot be read.`, { applied: 'no' });
    }),
  },
  sharedManifest,
);
