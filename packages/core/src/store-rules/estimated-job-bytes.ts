import type { Job } from '../job/job.ts';

/** A job without its longer texts takes about so many bytes of memory. */
const bytesOfBareJob = 2048;
const bytesPerCodeUnit = 2;

/** About how many bytes of memory a job takes, so that what a store keeps of jobs can be bounded by bytes. */
export function estimatedJobBytes({
  request,
  submission,
}: Pick<Job, 'request' | 'submission'>): number {
  const texts =
    request.prompt.length + (submission === null ? 0 : JSON.stringify(submission).length);
  return bytesOfBareJob + bytesPerCodeUnit * texts;
}
