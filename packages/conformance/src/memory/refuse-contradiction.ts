import { StorageUnavailable } from '@filmgate/core';

/** The fault of a decision that does not fit the stored job: thrown before anything is changed. */
export function contradiction(jobId: string, what: string): StorageUnavailable {
  return new StorageUnavailable(`The change of job ${jobId} contradicts what is stored: ${what}.`, {
    applied: 'no',
  });
}
