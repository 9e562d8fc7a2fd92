import { constants } from 'node:fs';
import * as fs from 'node:fs';
import { mkdir, readdir, rename, rmdir, stat, statfs, unlink, utimes } from 'node:fs/promises';
import { promisify } from 'node:util';

/** An open file or folder. */
export interface OpenedFile {
  facts(): Promise<OpenedFacts>;
  /** Resolves once what was written, or the names in a folder, outlives a loss of power. */
  sync(): Promise<void>;
  /** Fills `target` from `position`, shorter only at the end of the file; resolves with the bytes read. */
  read(target: Uint8Array, position: number): Promise<number>;
  /** Writes all of `source` at `position`. */
  write(source: Uint8Array, position: number): Promise<void>;
  /** Once; what is under way ends first. */
  close(): Promise<void>;
}

/** What an open file is now. */
export interface OpenedFacts {
  readonly size: number;
  /** Whether a folder still has a name for it. */
  readonly isNamed: boolean;
}

export interface FileFacts {
  readonly size: number;
  /** When it was last written, in ms since 1970. */
  readonly mtimeMs: number;
  readonly isFile: boolean;
}

/** What the store asks of a file system. Calls fail with the system's errors, as Node gives them. */
export interface FileSystem {
  open(path: string, how: 'read' | 'new-file' | 'folder'): Promise<OpenedFile>;
  /** Puts a file in the place of another, or of none, in one step. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  /** Makes a folder and those above it; resolves with the first one made, or undefined when all were there. */
  makeFolders(path: string): Promise<string | undefined>;
  /** Removes an empty folder. */
  removeFolder(path: string): Promise<void>;
  /** Names in a folder. */
  names(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileFacts>;
  /** Lets a file count as written now. */
  touch(path: string): Promise<void>;
  /** Bytes free on the disk a path lies on. */
  freeBytes(path: string): Promise<number>;
}

/** Makes the names in a folder durable: a renamed file is only there for good once its folder is synced. */
export async function syncFolder(files: Pick<FileSystem, 'open'>, path: string): Promise<void> {
  const folder = await files.open(path, 'folder');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Blobs belong to the gateway's user alone. */
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
 * Bytes moved at once at most. So much goes between memory and the system's page cache in less time than a turn of the thread
 * pool takes; what may wait for the disk (opening, syncing, reading what others wrote) stays on the pool.
 */
const atOnceBytes = 512 * 1024;

const openPath = promisify(fs.open);
const statDescriptor = promisify(fs.fstat);
const syncDescriptor = promisify(fs.fsync);

/**
 * An open file. It is never closed while a read or write runs, so that a number the system gives out again is
 * never read by mistake. `close` once.
 */
class Descriptor implements OpenedFile {
  readonly #number: number;
  /** Whether this process wrote what is in it, so that reads find it in the page cache. */
  readonly #isNew: boolean;
  /** The opener and every call under way. */
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
