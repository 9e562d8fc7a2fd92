import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { unlessMissing } from './disk-fault.ts';
import type { FileSystem, OpenedFile } from './file-system.ts';
import {
  isProcessOver,
  ownProcessTag,
  parseProcessTag,
  printProcessTag,
  type ProcessTag,
} from './process-tag.ts';

/** A file that does not count yet. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: OpenedFile;
}

/** The folder of files being written: named `<process tag>.<random>`, on the file system of the blobs. */
export class TemporaryFiles {
  readonly #files: FileSystem;
  readonly #folder: string;
  readonly #own: ProcessTag;

  private constructor(files: FileSystem, folder: string, own: ProcessTag) {
    this.#files = files;
    this.#folder = folder;
    this.#own = own;
  }

  static async open(files: FileSystem, folder: string): Promise<TemporaryFiles> {
    return new TemporaryFiles(files, folder, await ownProcessTag());
  }

  async create(): Promise<TemporaryFile> {
    const path = join(this.#folder, `${printProcessTag(this.#own)}.${randomUUID()}`);
    return { path, file: await this.#files.open(path, 'new-file') };
  }

  /** Removes a file; a missing one is success. */
  async remove(path: string): Promise<void> {
    await unlessMissing(() => this.#files.unlink(path));
  }

  /** Removes what processes of this host left behind when they were killed; returns how many files. */
  async removeOrphans(): Promise<number> {
    return this.#removeWhere(async (name) => {
      const tag = parseProcessTag(name.split('.')[0] ?? '');
      return tag !== undefined && (await isProcessOver(tag, this.#own));
    });
  }

  /** Removes files last written before the instant, whosever they are; returns how many. */
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
      await this.remove(join(this.#folder, name));
      removed += 1;
    }
    return removed;
  }
}
