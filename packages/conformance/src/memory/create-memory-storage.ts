import type { StorageBundle, StorageManifest } from '@filmgate/core';
import { createMemoryState } from './memory-state.ts';
import { openMemoryBundle } from './open-memory-bundle.ts';

/** What the memory store declares about itself. */
export const memoryManifest: StorageManifest = Object.freeze({
  name: 'memory',
  processes: 'one',
  durable: false,
});

/**
 * A complete storage bundle in memory: the reference the kit compares other stores with, and enough to run the
 * core without a database. Plain and slow by intention (it scans); everything is gone after `close`.
 */
export function createMemoryStorage(): StorageBundle {
  return openMemoryBundle(createMemoryState(), memoryManifest);
}
