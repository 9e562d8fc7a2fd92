import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type StagedBlob, StorageUnavailable } from '@filmgate/core';
import type { Upload } from './bucket-client.ts';

/** Bytes gathered before one write. */
const blockBytes = 1024 * 1024;
const fileMode = 0o600;
const newFile = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;

/** A nameless file for bytes before they go to the bucket: the system frees its space when the process ends. */
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

  /** Copies the bytes; the caller may reuse its buffer afterwards. */
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

  /** Writes the remaining bytes; resolves with the digest and the size of the whole file. */
  async finish(): Promise<{ readonly sha256: string; readonly size: number }> {
    await this.#flush();
    this.#block = Buffer.allocUnsafeSlow(0);
    return { sha256: this.#hash.digest('hex'), size: this.#written };
  }

  /** Closes the file and frees its space. */
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

/** Runs an operation on the spool's disk; a failure becomes the port's fault, with the path in its cause only. */
export async function onSpool<Result>(
  doing: string,
  operation: () => Promise<Result>,
): Promise<Result> {
  try {
    return await operation();
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const message = `The folder for uploads cannot ${doing} (${code}).`;
    throw new StorageUnavailable(message, { applied: 'no', cause: error });
  }
}

function systemCode(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  return isOfSystem && typeof error.code === 'string' ? error.code : undefined;
}

/** Bytes of a file read ahead of the connection. */
const readAheadBytes = 256 * 1024;

/** A complete blob with its digest, to be sent to the bucket. */
export class SpooledBlob implements StagedBlob {
  readonly sha256: string;
  readonly size: number;
  readonly #file: SpoolFile;
  #closed = false;
  #isKept = false;

  constructor(file: SpoolFile, content: { readonly sha256: string; readonly size: number }) {
    this.#file = file;
    this.sha256 = content.sha256;
    this.size = content.size;
  }

  /** True when the bucket has the blob. */
  get isKept(): boolean {
    return this.#isKept;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)));
    let filled = 0;
    while (filled < bytes.length) {
      const read = await onSpool('read a file', () =>
        this.#file.handle.read(bytes, filled, bytes.length - filled, offset + filled),
      );
      if (read.bytesRead === 0) break;
      filled += read.bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  /** The bytes as an upload that begins anew at each try. */
  upload(): Upload {
    const { size, sha256 } = this;
    // A stream of the file itself would close the file when a request breaks off, before a retry.
    const body = () => Readable.from(this.#pieces(), { objectMode: false });
    return { size, sha256, body };
  }

  async *#pieces(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.size; position += readAheadBytes) {
      yield await this.read(position, readAheadBytes);
    }
  }

  keptInBucket(): void {
    this.#isKept = true;
  }

  /** True when the blob was written before the instant. */
  async isOlderThan(instant: number): Promise<boolean> {
    const { mtimeMs } = await onSpool('tell the age of a file', () => this.#file.handle.stat());
    return mtimeMs < instant;
  }

  /** Frees its space; safe to repeat. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
  }
}
