import { dirname, join, resolve } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { systemCode } from './disk-fault.ts';
import { type FileSystem, syncFolder } from './file-system.ts';

const digestForm = /^[0-9a-f]{64}$/;
const digestStart = 2;

/** Creates a folder and the folders above it, durably; none of them stays where that fails. */
async function makeFolders(files: FileSystem, path: string): Promise<void> {
  const first = await files.makeFolders(path);
  if (first === undefined) return;
  const made: string[] = [];
  for (let at = resolve(path); at.length >= first.length; at = dirname(at)) made.push(at);
  try {
    for (const folder of made) await syncFolder(files, dirname(folder));
  } catch (error) {
    await takeBack(files, made);
    throw error;
  }
}

/**
 * Removes folders just made whose names could not be synced: the next sync would say that they are safe, and that of one that is
 * made again says so rightly.
 */
async function takeBack(files: FileSystem, made: readonly string[]): Promise<void> {
  try {
    for (const folder of made) await files.removeFolder(folder);
  } catch {
    // Something lies in it by now, or it is gone.
  }
}

/** Syncs the folder a folder was found in, where its maker may have been killed before it did. */
async function syncAbove(files: FileSystem, path: string): Promise<void> {
  try {
    await syncFolder(files, dirname(path));
  } catch (error) {
    // We did not make it there, as we may not even look there.
    if (systemCode(error) !== 'EACCES') throw error;
  }
}

/**
 * Where things lie: `tmp/` for what is being written, `<aa>/<sha256>` for blobs, by the first two digits of
 * their digest. Paths are made from checked digests only.
 */
export class BlobFolders {
  readonly temporary: string;
  readonly #files: FileSystem;
  readonly #root: string;
  /** Folders of blobs that are there for good, or are being made so. */
  readonly #ready = new Map<string, Promise<void>>();
  /** How often a folder could not be synced. */
  readonly #failedSyncs = new Map<string, number>();

  private constructor(files: FileSystem, root: string) {
    this.#files = files;
    this.#root = root;
    this.temporary = join(root, 'tmp');
  }

  static async open(files: FileSystem, directory: string): Promise<BlobFolders> {
    const folders = new BlobFolders(files, resolve(directory));
    await makeFolders(files, folders.temporary);
    await syncAbove(files, folders.temporary);
    await syncAbove(files, folders.root);
    return folders;
  }

  get root(): string {
    return this.#root;
  }

  isDigest(text: string): boolean {
    return digestForm.test(text);
  }

  /** The folder of blobs that begin with these two digits. */
  folder(start: string): string {
    return join(this.#root, start);
  }

  /** Path of a blob. Precondition: `isDigest`. */
  pathOf(sha256: string): string {
    return join(this.folderOf(sha256), sha256);
  }

  folderOf(sha256: string): string {
    return this.folder(sha256.slice(0, digestStart));
  }

  /** Stops believing that a blob's folder is there. */
  distrust(sha256: string): void {
    this.#ready.delete(this.folderOf(sha256));
  }

  /** Makes sure that a blob's folder is there for good; remembers it, as nothing here removes folders that are. */
  async prepare(sha256: string): Promise<void> {
    const path = this.folderOf(sha256);
    const ready = this.#ready.get(path) ?? this.#makeReady(path);
    this.#ready.set(path, ready);
    try {
      await ready;
    } catch (error) {
      if (this.#ready.get(path) === ready) this.#ready.delete(path);
      throw error;
    }
  }

  /** To be taken before a name in a blob's folder is changed, for `sync`. */
  failuresOf(sha256: string): number {
    return this.#failuresOf(this.folderOf(sha256));
  }

  /** Makes the names of a blob's folder durable that were changed since `failures` was taken. */
  async sync(sha256: string, failures: number): Promise<void> {
    await this.#sync(this.folderOf(sha256), failures);
  }

  async #makeReady(path: string): Promise<void> {
    const failures = this.#failuresOf(this.#root);
    const first = await this.#files.makeFolders(path);
    try {
      await this.#sync(this.#root, failures);
    } catch (error) {
      if (first !== undefined) await takeBack(this.#files, [path]);
      throw error;
    }
  }

  /**
   * A sync that failed has let go of every name changed before it, and no later one brings them back: a change between `failures` and
   * another's failure is refused, too.
   */
  async #sync(folder: string, failures: number): Promise<void> {
    try {
      await syncFolder(this.#files, folder);
    } catch (error) {
      this.#failedSyncs.set(folder, this.#failuresOf(folder) + 1);
      throw error;
    }
    if (this.#failuresOf(folder) === failures) return;
    const message = 'The blob store cannot sync a folder: an earlier sync of the folder failed.';
    throw new StorageUnavailable(message, { applied: 'unknown' });
  }

  #failuresOf(folder: string): number {
    return this.#failedSyncs.get(folder) ?? 0;
  }
}
