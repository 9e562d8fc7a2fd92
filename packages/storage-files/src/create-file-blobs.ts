import {
  type BlobStore,
  declineSource,
  type Logger,
  type OpenBlob,
  receiveBlob,
  type ReceiveInput,
  type StagedBlob,
  type StageOutcome,
} from '@filmgate/core';
import { BlobFolders } from './blob-folders.ts';
import { BlockPool, BlockWriter } from './block-writer.ts';
import { onDisk, systemCode, unlessMissing } from './disk-fault.ts';
import { type FileSystem, systemFiles } from './file-system.ts';
import { oldBlobs, putBack, removeOld } from './old-blobs.ts';
import { OpenFiles } from './open-files.ts';
import { type Processes, systemProcesses } from './process-tag.ts';
import { StagedFile, type TemporaryFile, TemporaryFiles } from './temporary-files.ts';

/** Bytes gathered before one write. */
const blockBytes = 1024 * 1024;

/** Files kept open after their last reader. */
export const defaultMaxCachedFiles = 256;

export interface FileBlobsOptions {
  /** Directory of the blobs; created if missing. Several processes may share it. */
  readonly directory: string;
  readonly log?: Logger;
  /** Files kept open after their last reader; default 256. */
  readonly maxCachedFiles?: number;
  /** File system of the blobs; absent = the disks of this machine. */
  readonly fileSystem?: FileSystem;
  /** Owners of the temporary files; absent = the processes of this machine. */
  readonly processes?: Processes;
}

/** A blob store on disk, with a `close` method. */
export interface FileBlobs extends BlobStore {
  /** Closes files kept open for reuse; open blobs stay readable, and so does the store. */
  close(): Promise<void>;
}

/** Opens a blob store in a directory and removes orphans. Throws `StorageUnavailable` if the directory is unusable. */
export async function createFileBlobs(options: FileBlobsOptions): Promise<FileBlobs> {
  const { directory, log, maxCachedFiles = defaultMaxCachedFiles } = options;
  const { fileSystem: system = systemFiles, processes = systemProcesses } = options;
  return onDisk('use its directory', async () => {
    const folders = await BlobFolders.open(system, directory);
    const temporaries = await TemporaryFiles.open({
      files: system,
      folder: folders.temporary,
      processes,
      putBack: (aside) => putBack({ files: system, folders }, aside),
    });
    const removed = await temporaries.removeOrphans();
    if (removed > 0) log?.info('blob-orphans-removed', { files: removed });
    const files = new OpenFiles({ system, maximum: maxCachedFiles, log });
    return new DirectoryBlobs({ system, folders, temporaries, files, log });
  });
}

interface Parts {
  readonly system: FileSystem;
  readonly folders: BlobFolders;
  readonly temporaries: TemporaryFiles;
  readonly files: OpenFiles;
  readonly log: Logger | undefined;
}

class DirectoryBlobs implements FileBlobs {
  readonly #system: FileSystem;
  readonly #folders: BlobFolders;
  readonly #temporaries: TemporaryFiles;
  readonly #files: OpenFiles;
  readonly #log: Logger | undefined;
  readonly #pool = new BlockPool(blockBytes);
  readonly #staged = new WeakMap<StagedBlob, StagedFile>();

  constructor({ system, folders, temporaries, files, log }: Parts) {
    this.#system = system;
    this.#folders = folders;
    this.#temporaries = temporaries;
    this.#files = files;
    this.#log = log;
  }

  async stage(input: ReceiveInput): Promise<StageOutcome> {
    if (input.expectedBytes !== null && input.expectedBytes > input.maxBytes) {
      await declineSource(input.source);
      return { kind: 'too-large', maxBytes: input.maxBytes };
    }
    const temporary = await onDisk('create a file', () => this.#temporaries.create());
    const writer = new BlockWriter(temporary.file, this.#pool);
    try {
      const received = await receiveBlob(writer, input);
      if (received.kind === 'whole') {
        const blob = new StagedFile(temporary, received);
        this.#staged.set(blob, blob);
        return { kind: 'staged', blob };
      }
      await this.#abandon(temporary, writer);
      return received;
    } catch (error) {
      await this.#abandon(temporary, writer);
      throw error;
    }
  }

  async commit(blob: StagedBlob): Promise<void> {
    const staged = this.#stagedFile(blob);
    const { sha256 } = staged;
    const failures = this.#folders.failuresOf(sha256);
    try {
      await onDisk('store a blob', () => this.#rename(staged));
    } catch (error) {
      this.#folders.distrust(sha256);
      await this.discard(blob);
      throw error;
    }
    staged.putInPlace();
    await this.#cleanUp(() => staged.close());
    // Later readers read the new file, even where the old one was damaged.
    await this.#files.forget(sha256);
    await onDisk('sync a folder', () => this.#folders.sync(sha256, failures), 'unknown');
  }

  async discard(blob: StagedBlob): Promise<void> {
    const staged = this.#stagedFile(blob);
    await this.#cleanUp(() => staged.close());
    if (!staged.isInPlace) await this.#cleanUp(() => this.#temporaries.remove(staged.path));
  }

  async open(sha256: string): Promise<OpenBlob | undefined> {
    if (!this.#folders.isDigest(sha256)) return undefined;
    return this.#files.open(sha256, this.#folders.pathOf(sha256));
  }

  async remove(sha256: string, only?: { readonly writtenBefore: number }): Promise<void> {
    if (!this.#folders.isDigest(sha256)) return;
    await onDisk('remove a blob', () =>
      unlessMissing(async () => {
        await (only === undefined
          ? this.#system.unlink(this.#folders.pathOf(sha256))
          : this.#removeOld(sha256, only.writtenBefore));
        await this.#files.forget(sha256);
      }),
    );
  }

  async sweepCandidates(page: {
    readonly writtenBefore: number;
    readonly after: string | null;
    readonly limit: number;
  }): Promise<readonly string[]> {
    // Blobs that another process removed must not occupy the disk for ever.
    if (page.after === null) await this.#files.forgetAll();
    return onDisk('list blobs', async () => {
      await this.#temporaries.removeOlderThan(page.writtenBefore);
      return oldBlobs({ files: this.#system, folders: this.#folders }, page);
    });
  }

  async freeBytes(): Promise<number | null> {
    try {
      return await this.#system.freeBytes(this.#folders.root);
    } catch {
      return null;
    }
  }

  async close(): Promise<void> {
    await this.#files.forgetAll();
  }

  /** Moves a staged file to its path. A file that is gone because its bytes were there already counts as moved. */
  async #rename(staged: StagedFile): Promise<void> {
    const path = this.#folders.pathOf(staged.sha256);
    await this.#folders.prepare(staged.sha256);
    try {
      await this.#system.rename(staged.path, path);
    } catch (error) {
      const there =
        systemCode(error) === 'ENOENT'
          ? await unlessMissing(() => this.#system.stat(path))
          : undefined;
      if (there?.size !== staged.size) throw error;
    }
  }

  #removeOld(sha256: string, writtenBefore: number): Promise<void> {
    const aside = { path: this.#temporaries.asidePath(sha256), sha256 };
    return removeOld({ files: this.#system, folders: this.#folders }, aside, writtenBefore);
  }

  #stagedFile(blob: StagedBlob): StagedFile {
    const staged = this.#staged.get(blob);
    if (staged === undefined) throw new TypeError('This blob was staged in another store.');
    return staged;
  }

  async #abandon({ file, path }: TemporaryFile, writer: BlockWriter): Promise<void> {
    await writer.settle();
    await this.#cleanUp(() => file.close());
    await this.#cleanUp(() => this.#temporaries.remove(path));
  }

  /** A failed cleanup must not hide its cause; a remaining file is removed by its age. */
  async #cleanUp(operation: () => Promise<void>): Promise<void> {
    try {
      await operation();
    } catch (error) {
      this.#log?.warn('blob-clean-up-failed', { code: systemCode(error) ?? 'unknown' });
    }
  }
}
