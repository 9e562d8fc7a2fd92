import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@filmgate/core';

/** Syncs a file's contents, or a folder's names, to the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Next to this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './copy-thread.ts' : './copy-thread.js',
  import.meta.url,
);

/** Interval between progress reports of a copy, in ms. */
const reportEveryMs = 200;

const ownersOnly = 0o600;

/** Progress of a copy, in bytes. A copy leaves out free pages, so `done` may end below `total`. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Copies a database that may be in use to a file that does not exist yet.
 *
 * @throws StorageUnavailable when the database cannot be read or the copy cannot be written; a partial copy must not be
 * used
 */
export async function copyDatabase(input: {
  readonly file: string;
  readonly copy: string;
  readonly onProgress: (progress: CopyProgress) => void;
}): Promise<void> {
  const { file, copy, onProgress } = input;
  const report = () =>
    onProgress({ done: sizeOf(copy), total: sizeOf(file) + sizeOf(`${file}-wal`) });
  const timer = setInterval(report, reportEveryMs);
  try {
    const worker = new Worker(threadFile, { workerData: { file, copy } });
    await once(worker, 'exit');
    chmodSync(copy, ownersOnly);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : 'unknown reason';
    throw new StorageUnavailable(`${file} cannot be copied to ${copy}: ${why}.`, {
      applied: 'no',
      cause,
    });
  } finally {
    clearInterval(timer);
  }
  report();
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}
