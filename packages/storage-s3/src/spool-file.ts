import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { onSpool } from './spool-fault.ts';

/** Bytes gathered before one write. */
const blockBytes = 1024 * 1024;
const fileMode = 0o600;
const newFile = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/**
 * A file without a name that bytes are written to before they go to the bucket. Its name is taken away as soon as it is
 * open, so the system gives its room back when the process ends, however it ends.
 */
export class SpoolFile {
  readonly handle: FileHandle;
  readonly #hash = createHash('sha256');
  #block = Buffer.allocUnsafeSlow(0);
  #filled = 0;
  #written = 0;

  private constructor(handle: FileHandle) {
    this.handle = handle;
  }

  static async create(folder: string): Promise<SpoolFile> {
    return onSpool('create a file', async () => {
      const path = join(folder, randomUUID());
      const handle = await open(path, newFile, fileMode);
      try {
        await unlink(path);
      } catch (error) {
        await handle.close();
        throw error;
      }
      return new SpoolFile(handle);
    });
  }

  /** Takes the bytes over; the caller may use its buffer again afterwards. */
  async append(chunk: Uint8Array): Promise<void> {
    if (this.#block.length === 0) this.#block = Buffer.allocUnsafeSlow(blockBytes);
    let taken = 0;
    while (taken < chunk.length) {
      const part = chunk.subarray(taken, taken + this.#block.length - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === this.#block.length) await this.#flush();
    }
  }

  /** Writes what is left; resolves with the digest and the size of everything. */
  async finish(): Promise<{ readonly sha256: string; readonly size: number }> {
    await this.#flush();
    this.#block = Buffer.allocUnsafeSlow(0);
    return { sha256: this.#hash.digest('hex'), size: this.#written };
  }

  /** Ends the file and gives its room back. */
  async close(): Promise<void> {
    await this.handle.close();
  }

  async #flush(): Promise<void> {
    const full = this.#block.subarray(0, this.#filled);
    this.#hash.update(full);
    await onSpool('write a file', async () => {
      let written = 0;
      while (written < full.length) {
        const left = full.subarray(written);
        const { bytesWritten } = await this.handle.write(left, 0, left.length, this.#written);
        written += bytesWritten;
        this.#written += bytesWritten;
      }
    });
    this.#filled = 0;
  }
}
