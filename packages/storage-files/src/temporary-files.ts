import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Descriptor } from './descriptor.ts';
import { unlessMissing } from './disk-fault.ts';
import {
  isProcessOver,
  ownProcessTag,
  parseProcessTag,
  printProcessTag,
  type ProcessTag,
} from './process-tag.ts';

const fileMode = 0o600;
const newFile = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** A file that does not count yet. */
export interface TemporaryFile {
  readonly path: string;
  readonly file: Descriptor;
}

/** The folder of files being written: named `<process tag>.<random>`, on the file system of the blobs. */
export class TemporaryFiles {
  readonly #folder: string;
  readonly #own: ProcessTag;

  private constructor(folder: string, own: ProcessTag) {
    this.#folder = folder;
    this.#own = own;
  }

  static async open(folder: string): Promise<TemporaryFiles> {
    return new TemporaryFiles(folder, await ownProcessTag());
  }

  async create(): Promise<TemporaryFile> {
    const path = join(this.#folder, `${printProcessTag(this.#own)}.${randomUUID()}`);
    return { path, file: await Descriptor.open(path, newFile, fileMode) };
  }

  /** Removes a file; a missing one is success. */
  async remove(path: string): Promise<void> {
    await unlessMissing(() => unlink(path));
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
      const found = await unlessMissing(() => stat(join(this.#folder, name)));
      return found?.isFile() === true && found.mtimeMs < instant;
    });
  }

  async #removeWhere(matches: (name: string) => Promise<boolean>): Promise<number> {
    let removed = 0;
    for (const name of await readdir(this.#folder)) {
      if (!(await matches(name))) continue;
      await this.remove(join(this.#folder, name));
      removed += 1;
    }
    return removed;
  }
}
