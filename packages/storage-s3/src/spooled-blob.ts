import { Readable } from 'node:stream';
import type { StagedBlob } from '@filmgate/core';
import type { Upload } from './bucket-client.ts';
import { onSpool } from './spool-fault.ts';
import type { SpoolFile } from './spool-file.ts';

/** How much of a file is read ahead of the connection. */
const readAheadBytes = 256 * 1024;

/** Whole bytes with their digest, on the way to the bucket. */
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

  /** Whether the bucket has it. */
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

  /** The bytes as something that can be sent, again from the beginning at each try. */
  upload(): Upload {
    const { size, sha256 } = this;
    // A stream of the file itself would close the file when a request breaks off, before it can be tried again.
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

  /** Whether it was written before the instant. */
  async isOlderThan(instant: number): Promise<boolean> {
    const { mtimeMs } = await onSpool('tell the age of a file', () => this.#file.handle.stat());
    return mtimeMs < instant;
  }

  /** Gives its room back; safe to repeat. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#file.close();
  }
}
