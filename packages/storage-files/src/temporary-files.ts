import { join } from 'node:path';
import type { StagedBlob } from '@filmgate/core';
import { onDisk, unlessMissing } from './disk-fault.ts';
import type { FileSystem, OpenedFile } from './file-system.ts';
import {
  parseProcessTag,
  printProcessTag,
  type Processes,
  type ProcessTag,
} from './process-tag.ts';

/** A file that is not yet a blob. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: OpenedFile;
}

interface Parts {
  readonly files: FileSystem;
  readonly folder: string;
  readonly processes: Processes;
  /** Moves a blob that was moved aside back to its path. */
  readonly putBack: (aside: { readonly path: string; readonly sha256: string }) => Promise<void>;
}

/** Form of the name of a blob moved aside: the digest follows the process and a word. */
const asideForm = /^[^.]+\.[^.]+\.([0-9a-f]{64})$/;

/**
 * Folder of files being written, named `<process tag>.<random>`, and of blobs moved aside, named `<process
 * tag>.<random>.<sha256>`; on the file system of the blobs.
 */
export class TemporaryFiles {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #processes: Processes;
  readonly #putBack: Parts['putBack'];
  readonly #own: ProcessTag;

  private constructor({ files, folder, processes, putBack }: Parts, own: ProcessTag) {
    this.#files = files;
    this.#folder = folder;
    this.#processes = processes;
    this.#putBack = putBack;
    this.#own = own;
  }

  static async open(parts: Parts): Promise<TemporaryFiles> {
    return new TemporaryFiles(parts, await parts.processes.own());
  }

  async create(): Promise<TemporaryFile> {
    const path = this.#newPath();
    return { path, file: await this.#files.open(path, 'new-file') };
  }

  /** A path to which a blob may be moved aside. */
  asidePath(sha256: string): string {
    return `${this.#newPath()}.${sha256}`;
  }

  /** Removes a file; a missing one is success. */
  async remove(path: string): Promise<void> {
    await unlessMissing(() => this.#files.unlink(path));
  }

  /**
   * Removes the files of killed processes of this host, and puts back blobs moved aside by any process: they may have
   * been kept again, and the others lose nothing by it. Returns the number of files.
   */
  async removeOrphans(): Promise<number> {
    return this.#removeWhere(async (name) => {
      if (asideForm.test(name)) return true;
      const tag = parseProcessTag(name.split('.')[0] ?? '');
      return tag !== undefined && (await this.#processes.isOver(tag, this.#own));
    });
  }

  /** Does the same for files last written before the instant, of any process. */
  async removeOlderThan(instant: number): Promise<number> {
    return this.#removeWhere(async (name) => {
      const found = await unlessMissing(() => this.#files.stat(join(this.#folder, name)));
      return found?.isFile === true && found.mtimeMs < instant;
    });
  }

  async #removeWhere(matches: (name: string) => Promise<boolean>): Promise<number> {
    let removed = 0;
    for (const name of await this.#files.names(this.#folder)) {
      if (!(await matches(name))) continue;
      const path = join(this.#folder, name);
      const sha256 = asideForm.exec(name)?.[1];
      if (sha256 === undefined) await this.remove(path);
      else await unlessMissing(() => this.#putBack({ path, sha256 }));
      removed += 1;
    }
    return removed;
  }

  #newPath(): string {
    return join(this.#folder, `${printProcessTag(this.#own)}.${this.#processes.newWord()}`);
  }
}

/** A whole, synced temporary file with its digest. */
export class StagedFile implements StagedBlob {
  readonly sha256: string;
  readonly size: number;
  readonly path: string;
  readonly #file: TemporaryFile['file'];
  #closed = false;
  #isInPlace = false;

  constructor(
    temporary: TemporaryFile,
    content: { readonly sha256: string; readonly size: number },
  ) {
    this.path = temporary.path;
    this.#file = temporary.file;
    this.sha256 = content.sha256;
    this.size = content.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    const count = await onDisk('read a file', () => this.#file.read(bytes, offset));
    return bytes.subarray(0, count);
  }

  /** True when the file has left the temporary ones, so that nothing needs removing. */
  get isInPlace(): boolean {
    return this.#isInPlace;
  }

  putInPlace(): void {
    this.#isInPlace = true;
  }

  /** Ends reading; safe to repeat. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
  }
}
