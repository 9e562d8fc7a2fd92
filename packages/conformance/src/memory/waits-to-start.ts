import type { Job } from '@filmgate/core';

/** Whether a job waits for an account: what the waiting room holds and lane `start` serves. */
export function waitsToStart({ job }: { readonly job: Job }): boolean {
  return job.state === 'queued' || job.state === 'awaiting_configuration';
}
