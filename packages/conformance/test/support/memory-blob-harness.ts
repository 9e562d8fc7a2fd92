import type { BlobStore } from '@filmgate/core';
import type { BlobHarness } from '../../src/blob-harness.ts';
import {
  createMemoryBlobs,
  type MemoryBlobContents,
} from '../../src/memory/create-memory-blobs.ts';

export interface MemoryBlobHarnessOptions {
  readonly durable: boolean;
  /** Wraps the store under test; may also access its contents. */
  readonly decorate?: (blobs: BlobStore, contents: MemoryBlobContents) => BlobStore;
}

/** A harness around a memory blob store, or around a decoration of one. */
export async function openMemoryBlobs({
  durable,
  decorate,
}: MemoryBlobHarnessOptions): Promise<BlobHarness> {
  let now = 1_750_000_000_000;
  const contents: MemoryBlobContents = { kept: new Map(), temporary: new Map() };
  const open = (held: MemoryBlobContents) => {
    const blobs = createMemoryBlobs({ contents: held, now: () => now });
    return decorate === undefined ? blobs : decorate(blobs, held);
  };
  return {
    blobs: open(contents),
    temporaries: async () => contents.temporary.size,
    now: () => now,
    age: async (ms) => {
      now += ms;
    },
    damage: async (sha256, bytes) => {
      const written = contents.kept.get(sha256);
      if (bytes === null || written === undefined) contents.kept.delete(sha256);
      else contents.kept.set(sha256, { ...written, bytes: written.bytes.slice(0, bytes) });
    },
    reopen: async () => open(durable ? contents : { kept: new Map(), temporary: new Map() }),
    dispose: async () => {},
  };
}
