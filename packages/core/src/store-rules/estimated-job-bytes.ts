import type { Job } from '../job/job.ts';

/** Approximate memory of a job without its longer texts, in bytes. */
const bytesOfBareJob = 2048;
const bytesPerCodeUnit = 2;

/** Estimates the bytes of memory a job uses, so that a store can bound its jobs by bytes. */
export function estimatedJobBytes({
  request,
  submission,
}: Pick<Job, 'request' | 'submission'>): number {
  const texts =
    request.prompt.length + (submission === null ? 0 : JSON.stringify(submission).length);
  return bytesOfBareJob + bytesPerCodeUnit * texts;
}
