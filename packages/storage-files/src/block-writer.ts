import { createHash } from 'node:crypto';
import { onDisk } from './disk-fault.ts';
import type { OpenedFile } from './file-system.ts';

/** Blocks kept for the next use. */
const keptBlocks = 8;

/** Reused memory blocks for writing files; at most eight idle ones are kept. */
export class BlockPool {
  readonly #size: number;
  readonly #idle: Buffer[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  take(): Buffer {
    return this.#idle.pop() ?? Buffer.allocUnsafeSlow(this.#size);
  }

  give(block: Buffer): void {
    if (this.#idle.length < keptBlocks) this.#idle.push(block);
  }
}

interface Block {
  readonly bytes: Buffer;
  filled: number;
}

/**
 * Writes a file in large blocks and digests it meanwhile. Small pieces are gathered into one block; while the system
 * writes a full one, it is digested and the next one is filled. At most two blocks are in use.
 */
export class BlockWriter {
  readonly #file: OpenedFile;
  readonly #pool: BlockPool;
  readonly #hash = createHash('sha256');
  #block: Block | undefined;
  #writing: Promise<void> = Promise.resolve();
  #position = 0;

  constructor(file: OpenedFile, pool: BlockPool) {
    this.#file = file;
    this.#pool = pool;
  }

  /** Copies the bytes; the caller may reuse its buffer afterwards. */
  async append(chunk: Uint8Array): Promise<void> {
    let taken = 0;
    while (taken < chunk.length) {
      this.#block ??= { bytes: this.#pool.take(), filled: 0 };
      const { bytes, filled } = this.#block;
      const part = chunk.subarray(taken, taken + bytes.length - filled);
      bytes.set(part, filled);
      this.#block.filled += part.length;
      taken += part.length;
      if (this.#block.filled === bytes.length) await this.#flush();
    }
  }

  /** Writes the remaining bytes and syncs the file; resolves with its digest and size. */
  async finish(): Promise<{ readonly sha256: string; readonly size: number }> {
    await this.#flush();
    await this.#writing;
    await onDisk('sync a file', () => this.#file.sync());
    return { sha256: this.#hash.digest('hex'), size: this.#position };
  }

  /** Waits until no write is running; afterwards the file may be closed. Never rejects. */
  async settle(): Promise<void> {
    await this.#writing.catch(() => undefined);
    if (this.#block !== undefined) this.#pool.give(this.#block.bytes);
    this.#block = undefined;
  }

  async #flush(): Promise<void> {
    await this.#writing;
    if (this.#block === undefined) return;
    const { bytes, filled } = this.#block;
    this.#block = undefined;
    this.#writing = this.#write(bytes, filled);
    // The error is handled at the next flush; until then nothing waits for it.
    this.#writing.catch(() => undefined);
    this.#hash.update(bytes.subarray(0, filled));
    this.#position += filled;
  }

  async #write(bytes: Buffer, filled: number): Promise<void> {
    try {
      const position = this.#position;
      await onDisk('write a file', () => this.#file.write(bytes.subarray(0, filled), position));
    } finally {
      this.#pool.give(bytes);
    }
  }
}
