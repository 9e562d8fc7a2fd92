import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Has what was written to a file, or what names a folder has, on the disk. */
export function syncPath(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
