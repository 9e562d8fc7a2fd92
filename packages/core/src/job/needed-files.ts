import { unsentStates } from './amend-job.ts';
import { undeliveredFile } from './job-files.ts';
import type { Job } from './job.ts';
import type { KeptFile } from './result-fetch.ts';

/**
 * Tolerance in ms: a file is written before its job says so, and clocks differ, so it may be removed that much before
 * its time on record.
 */
const writtenEarlierMs = 60_000;

/**
 * Returns true if retention may have removed a job's file: by the end on record, or by the present retention, where
 * that is shorter.
 *
 * @param resultRetentionMs - how long results are kept now
 */
export function isFileOverdue(
  { completedAt, updatedAt, resultExpiresAt }: Job,
  resultRetentionMs: number,
  now: number,
): boolean {
  const byRecord = resultExpiresAt ?? Number.POSITIVE_INFINITY;
  const byNow = (completedAt ?? updatedAt) + resultRetentionMs;
  return now >= Math.min(byRecord, byNow) - writtenEarlierMs;
}

/** A file that must exist in one of the two blob stores. */
export interface NeededFile extends Pick<KeptFile, 'sha256' | 'size'> {
  readonly store: 'results' | 'assets';
}

/** Returns the files on record that a job needs: delivered, kept for an operator, or still to be sent with it. */
export function neededFiles(
  job: Job,
  resultRetentionMs: number,
  now: number,
): readonly NeededFile[] {
  const file = job.result ?? undeliveredFile(job);
  const isKept = file !== null && !isFileOverdue(job, resultRetentionMs, now);
  const isUnsent = unsentStates.some((state) => state === job.state);
  const references = isUnsent ? job.request.references : [];
  return [
    ...(isKept ? [toNeeded('results', file)] : []),
    ...references.map((reference) => toNeeded('assets', reference)),
  ];
}

function toNeeded(
  store: NeededFile['store'],
  { sha256, size }: Pick<KeptFile, 'sha256' | 'size'>,
): NeededFile {
  return { store, sha256, size };
}
