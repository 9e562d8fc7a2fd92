import type { BlobStore } from '@filmgate/core';
import type { MemoryBlobContents } from '../../../src/memory/create-memory-blobs.ts';

/** A blob store with one fault, built around a correct one. */
export interface BrokenBlobs {
  readonly fault: string;
  readonly wrap: (blobs: BlobStore, contents: MemoryBlobContents) => BlobStore;
}

/** The store with some methods replaced. */
export function replacing(
  change: (blobs: BlobStore, contents: MemoryBlobContents) => Partial<BlobStore>,
): (blobs: BlobStore, contents: MemoryBlobContents) => BlobStore {
  return (blobs, contents) => ({
    stage: async (input) => await blobs.stage(input),
    commit: async (blob) => await blobs.commit(blob),
    discard: async (blob) => await blobs.discard(blob),
    open: async (sha256) => await blobs.open(sha256),
    remove: async (sha256) => await blobs.remove(sha256),
    sweepCandidates: async (input) => await blobs.sweepCandidates(input),
    freeBytes: async () => await blobs.freeBytes(),
    ...change(blobs, contents),
  });
}

/** Broken stores, as `what is wrong: how`. */
export function faultsOf(faults: {
  readonly [fault: string]: BrokenBlobs['wrap'];
}): readonly BrokenBlobs[] {
  return Object.entries(faults).map(([fault, wrap]) => ({ fault, wrap }));
}
