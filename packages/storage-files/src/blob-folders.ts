import { dirname, join, resolve } from 'node:path';
import { StorageUnavailable } from '@filmgate/core';
import { systemCode } from './disk-fault.ts';
import { type FileSystem, syncFolder } from './file-system.ts';

const digestForm = /^[0-9a-f]{64}$/;
const digestStart = 2;

/** Creates a folder and the folders above it, durably; if that fails, none of them remains. */
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
 * Removes new folders whose names could not be synced: the next sync would report them as safe, and does so rightly for
 * a folder that is made again.
 */
async function takeBack(files: FileSystem, made: readonly string[]): Promise<void> {
  try {
    for (const folder of made) await files.removeFolder(folder);
  } catch {
    // The folder has contents by now, or is gone.
  }
}

/** Syncs the parent of an existing folder, since its maker may have been killed before syncing it. */
async function syncAbove(files: FileSystem, path: string): Promise<void> {
  try {
    await syncFolder(files, dirname(path));
  } catch (error) {
    // This process did not make it there, as it may not even read there.
    if (systemCode(error) !== 'EACCES') throw error;
  }
}

/** Paths of the store, from checked digests only: `tmp/` for files being written, `<aa>/<sha256>` for blobs. */
export class BlobFolders {
  readonly temporary: string;
  readonly #files: FileSystem;
  readonly #root: string;
  /** Folders of blobs that durably exist, or are being created. */
  readonly #ready = new Map<string, Promise<void>>();
  /** Number of failed syncs of each folder. */
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

  /** Forgets that a blob's folder exists. */
  distrust(sha256: string): void {
    this.#ready.delete(this.folderOf(sha256));
  }

  /** Creates a blob's folder durably if needed. Remembers it, as nothing here removes durable folders. */
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

  /** Number of failed syncs, to be read before a name in a blob's folder is changed, for `sync`. */
  failuresOf(sha256: string): number {
    return this.#failuresOf(this.folderOf(sha256));
  }

  /** Makes the names of a blob's folder durable that were changed since `failures` was read. */
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
   * A failed sync loses every name changed before it, and no later sync recovers them: a change between `failures` and
   * another change's failure is refused, too.
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
