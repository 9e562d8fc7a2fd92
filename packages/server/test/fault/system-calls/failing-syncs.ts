import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';

/** Error of a disk that did not keep the written data. */
function ioError(): Error {
  return Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
}

interface Handle {
  sync: FileHandle['sync'];
  datasync: FileHandle['datasync'];
}

/** Prototype of every file handle of this process, with its sync. */
async function handlePrototype(): Promise<Handle> {
  const handle = await open(devNull, 'r');
  await handle.close();
  const prototype: Handle = Object.getPrototypeOf(handle);
  return prototype;
}

/**
 * Runs an act while the sync with this number fails, the first being 0, and returns the number of syncs. SQLite's own
 * syncs do not count: they do not pass through Node.
 */
export async function withFailingSync(nth: number, act: () => Promise<unknown>): Promise<number> {
  const prototype = await handlePrototype();
  const { sync, datasync } = prototype;
  const { fsyncSync } = fs;
  let count = 0;
  const check = (): void => {
    count += 1;
    if (count === nth + 1) throw ioError();
  };
  const failing = (real: FileHandle['sync']): FileHandle['sync'] =>
    async function failingSync(this: FileHandle) {
      check();
      return real.call(this);
    };
  prototype.sync = failing(sync);
  prototype.datasync = failing(datasync);
  fs.fsyncSync = (descriptor) => {
    check();
    fsyncSync(descriptor);
  };
  syncBuiltinESMExports();
  try {
    await act();
  } finally {
    Object.assign(prototype, { sync, datasync });
    fs.fsyncSync = fsyncSync;
    syncBuiltinESMExports();
  }
  return count;
}
