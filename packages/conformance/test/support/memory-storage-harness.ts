import { type StorageBundle, type StorageManifest, StorageUnavailable } from '@filmgate/core';
import { createMemoryState } from '../../src/memory/memory-state.ts';
import { openMemoryBundle } from '../../src/memory/create-memory-storage.ts';
import type { StorageHarness } from '../../src/storage-harness.ts';

export interface MemoryStorageHarnessOptions {
  readonly manifest: StorageManifest;
  /** Wraps each connection. */
  readonly decorate?: (bundle: StorageBundle) => StorageBundle;
  /** Message of a second opening where one process owns the data. */
  readonly refusal?: string;
}

export const volatileManifest: StorageManifest = {
  name: 'volatile',
  processes: 'one',
  durable: false,
};
export const exclusiveManifest: StorageManifest = {
  name: 'exclusive',
  processes: 'one',
  durable: true,
};
export const sharedManifest: StorageManifest = { name: 'shared', processes: 'many', durable: true };

/**
 * Memory stores of every kind of manifest, so that each branch of the kit is seen to pass and to fail: data that is
 * lost with its connection, data one connection owns at a time, and data any number of connections share.
 */
export async function openMemoryStorage(
  options: MemoryStorageHarnessOptions,
): Promise<StorageHarness> {
  const { manifest, decorate = (bundle) => bundle } = options;
  const state = createMemoryState();
  const opened: StorageBundle[] = [];
  const open = () => {
    const bundle = decorate(
      openMemoryBundle(manifest.durable ? state : createMemoryState(), manifest),
    );
    opened.push(bundle);
    return bundle;
  };
  return {
    bundle: open(),
    another: async () => {
      if (manifest.processes === 'one' && manifest.durable) {
        const refusal =
          options.refusal ?? 'This data is open already, in the process that began these tests.';
        throw new StorageUnavailable(refusal, { applied: 'no' });
      }
      return open();
    },
    reopen: async () => open(),
    dispose: async () => {
      for (const bundle of opened) await bundle.close();
    },
  };
}
