import { createHash } from 'node:crypto';
import {
  type BlobStore,
  type OpenBlob,
  type StagedBlob,
  StorageUnavailable,
  type StageOutcome,
} from '@filmgate/core';

/** Contents of a memory blob store; a second store over the same contents sees the same blobs, as after a restart. */
export interface MemoryBlobContents {
  readonly kept: Map<string, WrittenBytes>;
  readonly temporary: Map<StagedBlob, WrittenBytes>;
}

export interface WrittenBytes {
  readonly bytes: Uint8Array;
  /** Instant of writing, in ms since 1970. */
  readonly at: number;
}

export interface MemoryBlobsOptions {
  /** Default: new, empty contents. */
  readonly contents?: MemoryBlobContents;
  /** The instant blobs count as written, in ms since 1970; default: the wall clock, as in a file system. */
  readonly now?: () => number;
}

/** A blob store in memory; the reference for the kit, and enough to run the core without a disk. */
export function createMemoryBlobs(options: MemoryBlobsOptions = {}): BlobStore {
  return new MemoryBlobs(
    options.contents ?? { kept: new Map(), temporary: new Map() },
    options.now ?? Date.now,
  );
}

class MemoryBlobs implements BlobStore {
  readonly #now: () => number;
  readonly #kept: Map<string, WrittenBytes>;
  readonly #staged: Map<StagedBlob, WrittenBytes>;

  constructor({ kept, temporary }: MemoryBlobContents, now: () => number) {
    this.#kept = kept;
    this.#staged = temporary;
    this.#now = now;
  }

  async stage(input: Parameters<BlobStore['stage']>[0]): Promise<StageOutcome> {
    const collected = await collect(input);
    if (collected.kind !== 'collected') return collected;
    const { bytes } = collected;
    const blob: StagedBlob = Object.freeze({
      sha256: createHash('sha256').update(bytes).digest('hex'),
      size: bytes.length,
      read: async (offset: number, length: number) => bytes.slice(offset, offset + length),
    });
    this.#staged.set(blob, { bytes, at: this.#now() });
    return { kind: 'staged', blob };
  }

  async commit(blob: StagedBlob): Promise<void> {
    const written = this.#staged.get(blob) ?? this.#kept.get(blob.sha256);
    if (written === undefined)
      throw new StorageUnavailable('This blob is not staged any more.', { applied: 'no' });
    this.#staged.delete(blob);
    this.#kept.set(blob.sha256, { bytes: written.bytes, at: this.#now() });
  }

  async discard(blob: StagedBlob): Promise<void> {
    this.#staged.delete(blob);
  }

  async open(sha256: string): Promise<OpenBlob | undefined> {
    const bytes = this.#kept.get(sha256)?.bytes;
    if (bytes === undefined) return undefined;
    return {
      size: bytes.length,
      readInto: async (target, position) => {
        const part = bytes.subarray(position, position + target.length);
        target.set(part);
        return part.length;
      },
      close: async () => {},
    };
  }

  async remove(sha256: string, only?: { readonly writtenBefore: number }): Promise<void> {
    const at = this.#kept.get(sha256)?.at;
    if (only !== undefined && at !== undefined && at >= only.writtenBefore) return;
    this.#kept.delete(sha256);
  }

  async sweepCandidates(
    input: Parameters<BlobStore['sweepCandidates']>[0],
  ): Promise<readonly string[]> {
    for (const [blob, { at }] of this.#staged)
      if (at < input.writtenBefore) this.#staged.delete(blob);
    return [...this.#kept]
      .filter(
        ([sha256, { at }]) =>
          at < input.writtenBefore && (input.after === null || sha256 > input.after),
      )
      .map(([sha256]) => sha256)
      .toSorted()
      .slice(0, input.limit);
  }

  async freeBytes(): Promise<number | null> {
    return null;
  }
}

type Collected =
  | { readonly kind: 'collected'; readonly bytes: Uint8Array }
  | Exclude<StageOutcome, { kind: 'staged' }>;

async function collect(input: Parameters<BlobStore['stage']>[0]): Promise<Collected> {
  const { source, maxBytes, expectedBytes } = input;
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of source) {
    received += chunk.length;
    if (received > maxBytes) return { kind: 'too-large', maxBytes };
    if (expectedBytes !== null && received > expectedBytes)
      return { kind: 'length-mismatch', received };
    // Copied: the source may reuse its buffer.
    chunks.push(chunk.slice());
  }
  if (expectedBytes !== null && received !== expectedBytes)
    return { kind: 'length-mismatch', received };
  if (received === 0) return { kind: 'empty' };
  return { kind: 'collected', bytes: new Uint8Array(Buffer.concat(chunks)) };
}
