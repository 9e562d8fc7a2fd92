import type { Job } from './job.ts';
import type { KeptFile } from './result-fetch.ts';

/** A job's files in the result store. */
export type JobFiles = Pick<Job, 'result' | 'resultFetch'>;

/** Returns the digests of all files of a job in the result store. */
export function filesOf({ result, resultFetch }: JobFiles): readonly string[] {
  const files = [...(result === null ? [] : [result]), ...(resultFetch?.unusable ?? [])];
  return files.map(({ sha256 }) => sha256);
}

/** Returns the file that was read last for a job and could not be delivered: for operators only. */
export function undeliveredFile({ result, resultFetch }: JobFiles): KeptFile | null {
  return result === null ? (resultFetch?.unusable.at(-1) ?? null) : null;
}
