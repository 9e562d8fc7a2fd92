import type { StagedBlob } from '@filmgate/core';
import { onDisk } from './disk-fault.ts';
import type { TemporaryFile } from './temporary-files.ts';

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
