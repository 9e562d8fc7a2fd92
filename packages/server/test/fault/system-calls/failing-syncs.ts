import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { devNull } from 'node:os';

/** The error of a disk that did not keep what was written. */
function ioError(): Error {
  return Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
}

interface Handle {
  sync: FileHandle['sync'];
  datasync: FileHandle['datasync'];
}

/** What every handle of this process syncs by. */
async function handlePrototype(): Promise<Handle> {
  const handle = await open(devNull, 'r');
  await handle.close();
  const prototype: Handle = Object.getPrototypeOf(handle);
  return prototype;
}

/**
 * Does something while the sync with this number fails, the first being 0, and says how many there were. SQLite's own syncs are none of
 * them: they do not pass through Node.
 */
export async function withFailingSync(nth: number, act: () => Promise<unknown>): Promise<number> {
  const prototype = await handlePrototype();
  const { sync, datasync } = prototype;
  const { fsyncSync } = fs;
  let count = 0;
  const judge = (): void => {
    count += 1;
    if (count === nth + 1) throw ioError();
  };
  const failing = (real: FileHandle['sync']): FileHandle['sync'] =>
    async function failingSync(this: FileHandle) {
      judge();
      return real.call(this);
    };
  prototype.sync = failing(sync);
  prototype.datasync = failing(datasync);
  fs.fsyncSync = (descriptor) => {
    judge();
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
