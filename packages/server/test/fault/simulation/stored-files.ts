import { createMemoryBlobs, type MemoryBlobContents } from '@filmgate/conformance';
import type { BlobStore } from '@filmgate/core';

/** How a stored file is spoilt behind the gateway's back. */
export const rots = ['cut', 'deleted'] as const;
export type Rot = (typeof rots)[number];

/** The files of a world, and what befalls them on their disk. */
export class StoredFiles {
  readonly blobs: BlobStore;
  readonly #contents: MemoryBlobContents = { kept: new Map(), temporary: new Map() };
  /** Digests of files that were spoilt once. */
  readonly #spoilt = new Set<string>();

  constructor(now: () => number) {
    this.blobs = createMemoryBlobs({ contents: this.#contents, now });
  }

  /** Whether there was such a file to spoil. */
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
