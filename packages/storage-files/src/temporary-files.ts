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

/** A file that does not count yet. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: OpenedFile;
}

interface Parts {
  readonly files: FileSystem;
  readonly folder: string;
  readonly processes: Processes;
  /** Puts a blob that was taken aside back in its place. */
  readonly putBack: (aside: { readonly path: string; readonly sha256: string }) => Promise<void>;
}

/** The digest in the name of a blob that was taken aside, after the process and a word. */
const asideForm = /^[^.]+\.[^.]+\.([0-9a-f]{64})$/;

/**
 * The folder of files being written, named `<process tag>.<random>`, and of blobs taken aside, named
 * `<process tag>.<random>.<sha256>`; on the file system of the blobs.
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

  /** Where a blob may be taken aside to. */
  asidePath(sha256: string): string {
    return `${this.#newPath()}.${sha256}`;
  }

  /** Removes a file; a missing one is success. */
  async remove(path: string): Promise<void> {
    await unlessMissing(() => this.#files.unlink(path));
  }

  /**
   * Removes what processes of this host left behind when they were killed, and puts back what was taken aside, by any: it may have been
   * kept again, and the others lose nothing by it. Returns how many files.
   */
  async removeOrphans(): Promise<number> {
    return this.#removeWhere(async (name) => {
      if (asideForm.test(name)) return true;
      const tag = parseProcessTag(name.split('.')[0] ?? '');
      return tag !== undefined && (await this.#processes.isOver(tag, this.#own));
    });
  }

  /** The same for files last written before the instant, whosever they are. */
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

  /** Whether the file has left the temporary ones, so that there is nothing to remove. */
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
