import type { StorageBundle } from '@filmgate/core';
import type { StorageHarness } from './storage-harness.ts';

/** How random histories are run, in the words of fast-check. */
export interface HistoryOptions {
  readonly numRuns: number;
  readonly seed: number;
  readonly endOnFailure: boolean;
}

/** What a storage law may use. */
export interface StorageContext {
  readonly bundle: StorageBundle;
  readonly harness: StorageHarness;
  /** A further isolated store, for laws that run many cases; the law disposes of it. */
  readonly open: () => Promise<StorageHarness>;
  /** `count` ways into the same data: separate connections where the manifest allows several processes, else the one. */
  readonly connections: (count: number) => Promise<readonly StorageBundle[]>;
  readonly histories: HistoryOptions;
  readonly patienceMs: number;
}

export interface StorageContextOptions {
  readonly harness: StorageHarness;
  readonly open: () => Promise<StorageHarness>;
  readonly histories: HistoryOptions;
  readonly patienceMs: number;
}

/** The context of one law on one isolated store. */
export function createStorageContext(options: StorageContextOptions): StorageContext {
  const { harness } = options;
  return {
    ...options,
    bundle: harness.bundle,
    connections: async (count) => {
      const all = [harness.bundle];
      while (all.length < count) {
        all.push(
          harness.bundle.manifest.processes === 'many' ? await harness.another() : harness.bundle,
        );
      }
      return all;
    },
  };
}
