import { describe, it } from 'vitest';
import { blobConformance } from '../../src/blob-conformance.ts';
import { createMemoryStorage } from '../../src/memory/create-memory-storage.ts';
import { storageConformance } from '../../src/storage-conformance.ts';
import { openMemoryBlobs } from '../support/memory-blob-harness.ts';
import {
  exclusiveManifest,
  openMemoryStorage,
  sharedManifest,
} from '../support/memory-storage-harness.ts';

const runner = { describe, it };

describe('the memory storage', () => {
  storageConformance({
    runner,
    open: async () => {
      const bundle = createMemoryStorage();
      return {
        bundle,
        another: async () => createMemoryStorage(),
        reopen: async () => createMemoryStorage(),
        dispose: () => bundle.close(),
      };
    },
  });
});

describe.each([exclusiveManifest, sharedManifest])('a memory storage that is $name', (manifest) => {
  storageConformance({ runner, open: () => openMemoryStorage({ manifest }) });
});

describe.each([true, false])('memory blobs, durable: %s', (durable) => {
  blobConformance({ runner, open: () => openMemoryBlobs({ durable }), durable });
});
