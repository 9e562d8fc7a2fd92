import * as fs from 'node:fs';
import { promisify } from 'node:util';
import type { OpenedFile } from './file-system.ts';

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
export class Descriptor implements OpenedFile {
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

  async size(): Promise<number> {
    return (await statDescriptor(this.#number)).size;
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
