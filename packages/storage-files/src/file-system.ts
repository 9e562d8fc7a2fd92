import { constants } from 'node:fs';
import * as fs from 'node:fs';
import { mkdir, readdir, rename, rmdir, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { promisify } from 'node:util';

/** An open file or folder. */
export interface OpenedFile {
  facts(): Promise<OpenedFacts>;
  /** Resolves once the written bytes, or the names in a folder, survive a loss of power. */
  sync(): Promise<void>;
  /** Fills `target` from `position`, shorter only at the end of the file; resolves with the number of bytes read. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Writes all of `source` at `position`. */
  write(source: Uint8Array, position: number): Promise<void>;
  /** Must be called once; running operations finish first. */
  close(): Promise<void>;
}

/** Current facts of an open file. */
export interface OpenedFacts {
  readonly size: number;
  /** True while a folder still has a name for the file. */
  readonly isNamed: boolean;
}

export interface FileFacts {
  readonly size: number;
  /** Instant of the last write, in ms since 1970. */
  readonly mtimeMs: number;
  readonly isFile: boolean;
}

/** File system operations that the store uses. Calls fail with the system's errors, as Node reports them. */
export interface FileSystem {
  open(path: string, how: 'read' | 'new-file' | 'folder'): Promise<OpenedFile>;
  /** Renames a file atomically, replacing an existing one. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Creates a folder and those above it; resolves with the first one created, or undefined when all existed. */
  makeFolders(path: string): Promise<string | undefined>;
  removeFolder(path: string): Promise<void>;
  /** Names in a folder. */
  names(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileFacts>;
  /** Sets a file's time of last write to now. */
  touch(path: string): Promise<void>;
  /** Free bytes on the disk of a path. */
  freeBytes(path: string): Promise<number>;
}

/** Makes the names in a folder durable: a renamed file is only safe once its folder is synced. */
export async function syncFolder(files: Pick<FileSystem, 'open'>, path: string): Promise<void> {
  const folder = await files.open(path, 'folder');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Only the gateway's user may read blobs. */
const folderMode = 0o700;
const fileMode = 0o600;

const openFlags = {
  read: constants.O_RDONLY,
  'new-file': constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
  folder: constants.O_RDONLY | constants.O_DIRECTORY,
};

/** The file system of this machine. */
export const systemFiles: FileSystem = {
  open: (path, how) => Descriptor.open(path, openFlags[how], fileMode),
  rename,
  unlink,
  makeFolders: (path) => mkdir(path, { recursive: true, mode: folderMode }),
  removeFolder: (path) => rmdir(path),
  names: (path) => readdir(path),
  async stat(path) {
    const found = await stat(path);
    return { size: found.size, mtimeMs: found.mtimeMs, isFile: found.isFile() };
  },
  async touch(path) {
    const now = new Date();
    await utimes(path, now, now);
  },
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
};

/**
 * Maximum number of bytes moved synchronously. Up to this size, copying between memory and the system's page cache
 * takes less time than a turn of the thread pool; operations that may wait for the disk (opening, syncing, reading
 * files written by others) stay on the pool.
 */
const atOnceBytes = 512 * 1024;

const openPath = promisify(fs.open);
const statDescriptor = promisify(fs.fstat);
const syncDescriptor = promisify(fs.fsync);

/** An open file. Closed only while no call runs, since its number may be given out again. `close` once. */
class Descriptor implements OpenedFile {
  readonly #number: number;
  /** True when this process wrote the file, so that reads find it in the page cache. */
  readonly #isNew: boolean;
  /** Number of users: the opener and every running call. */
  #users = 1;

  private constructor(number: number, isNew: boolean) {
    this.#number = number;
    this.#isNew = isNew;
  }

  static async open(path: string, flags: number, mode?: number): Promise<Descriptor> {
    return new Descriptor(await openPath(path, flags, mode), (flags & fs.constants.O_EXCL) !== 0);
  }

  /** Ends the opener's use; the file closes once no read or write runs any more. */
  async close(): Promise<void> {
    this.#leave();
  }

  async facts(): Promise<OpenedFacts> {
    const { size, nlink } = await statDescriptor(this.#number);
    return { size, isNamed: nlink > 0 };
  }

  async sync(): Promise<void> {
    await syncDescriptor(this.#number);
  }

  async read(target: Uint8Array, position: number): Promise<number> {
    this.#enter();
    try {
      let filled = 0;
      while (filled < target.length) {
        const count = await this.#readSome(target.subarray(filled), position + filled);
        if (count === 0) break;
        filled += count;
      }
      return filled;
    } finally {
      this.#leave();
    }
  }

  async write(source: Uint8Array, position: number): Promise<void> {
    this.#enter();
    try {
      let written = 0;
      while (written < source.length) {
        written += await this.#writeSome(source.subarray(written), position + written);
      }
    } finally {
      this.#leave();
    }
  }

  #enter(): void {
    if (this.#users === 0) throw new Error('This file is closed.');
    this.#users += 1;
  }

  #leave(): void {
    this.#users -= 1;
    if (this.#users === 0) fs.closeSync(this.#number);
  }

  #readSome(target: Uint8Array, position: number): Promise<number> | number {
    if (this.#isNew && target.length <= atOnceBytes)
      return fs.readSync(this.#number, target, 0, target.length, position);
    return new Promise((resolve, reject) => {
      fs.read(this.#number, target, 0, target.length, position, (error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });
  }

  #writeSome(source: Uint8Array, position: number): Promise<number> | number {
    if (source.length <= atOnceBytes)
      return fs.writeSync(this.#number, source, 0, source.length, position);
    return new Promise((resolve, reject) => {
      fs.write(this.#number, source, 0, source.length, position, (error, count) => {
        if (error === null) resolve(count);
        else reject(error);
      });
    });
  }
}
