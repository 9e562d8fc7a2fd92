import { deliveredFileOf } from '../upstream/delivered-file.ts';
import { isFinal } from './job-state.ts';
import type { Job } from './job.ts';
import type { KeptFile } from './result-fetch.ts';

/** A job's files in the result store. */
export type JobFiles = Pick<Job, 'result' | 'resultFetch'>;

/**
 * Returns the digests of all files of a job in the result store. A file that was delivered in the response is its job's
 * from the receipt on, and from its end on only as a result or an undelivered file.
 */
export function filesOf(job: JobFiles & Pick<Job, 'state' | 'handle'>): readonly string[] {
  const { result, resultFetch, state, handle } = job;
  const delivered = isFinal(state) ? undefined : deliveredFileOf(handle);
  return [result, ...(resultFetch?.unusable ?? []), delivered].flatMap(
    (file) => file?.sha256 ?? [],
  );
}

/** Returns the file that was read last for a job and could not be delivered: for operators only. */
export function undeliveredFile({ result, resultFetch }: JobFiles): KeptFile | null {
  return result === null ? (resultFetch?.unusable.at(-1) ?? null) : null;
}
