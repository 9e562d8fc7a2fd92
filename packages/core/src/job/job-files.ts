import type { Job } from './job.ts';
import type { KeptFile } from './result-fetch.ts';

/** A job's files in the result store. */
export type JobFiles = Pick<Job, 'result' | 'resultFetch'>;

/** Digests of every file in the result store that a job has. */
export function filesOf({ result, resultFetch }: JobFiles): readonly string[] {
  const files = [...(result === null ? [] : [result]), ...(resultFetch?.unusable ?? [])];
  return files.map(({ sha256 }) => sha256);
}

/** The file that was read last for a job and could not be delivered: an operator's alone. */
export function undeliveredFile({ result, resultFetch }: JobFiles): KeptFile | null {
  return result === null ? (resultFetch?.unusable.at(-1) ?? null) : null;
}
