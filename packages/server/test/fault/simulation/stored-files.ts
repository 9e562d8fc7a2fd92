import { createMemoryBlobs, type MemoryBlobContents } from '@filmgate/conformance';
import type { BlobStore } from '@filmgate/core';

/** Kinds of damage to a stored file, unknown to the gateway. */
export const rots = ['cut', 'deleted'] as const;
export type Rot = (typeof rots)[number];

/** Files of a world, and their damage on the disk. */
export class StoredFiles {
  readonly blobs: BlobStore;
  readonly #contents: MemoryBlobContents = { kept: new Map(), temporary: new Map() };
  /** Digests of files damaged once. */
  readonly #spoilt = new Set<string>();

  constructor(now: () => number) {
    this.blobs = createMemoryBlobs({ contents: this.#contents, now });
  }

  /** Damages a file; true if it existed. */
  spoil(sha256: string, rot: Rot): boolean {
    const { kept } = this.#contents;
    const file = kept.get(sha256);
    if (file === undefined) return false;
    this.#spoilt.add(sha256);
    if (rot === 'deleted') kept.delete(sha256);
    else kept.set(sha256, { ...file, bytes: file.bytes.subarray(0, file.bytes.length >> 1) });
    return true;
  }

  wasSpoilt(sha256: string): boolean {
    return this.#spoilt.has(sha256);
  }
}
