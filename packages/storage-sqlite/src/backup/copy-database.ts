import { once } from 'node:events';
import { chmodSync, closeSync, existsSync, fsyncSync, openSync, statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { StorageUnavailable } from '@filmgate/core';

/** Has what was written to a file, or what names a folder has, on the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Beside this module, as source or as built. */
const threadFile = new URL(
  import.meta.url.endsWith('.ts') ? './copy-thread.ts' : './copy-thread.js',
  import.meta.url,
);

/** How often a copy reports its progress, in ms. */
const reportEveryMs = 200;

const ownersOnly = 0o600;

/** How far a copy is, in bytes. A copy leaves out free room, so `done` may end below `total`. */
export interface CopyProgress {
  readonly done: number;
  readonly total: number;
}

/**
 * Copies a database that may be in use to a file that is not there yet.
 *
 * @throws StorageUnavailable when it cannot be read, or the copy cannot be written; what is left of the copy is not to be used
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
