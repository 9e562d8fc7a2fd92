/** Blocks kept for the next use. */
const keptBlocks = 8;

/** Memory blocks for writing files, used again and again; at most eight idle ones are kept. */
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
