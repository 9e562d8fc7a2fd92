import type { StorageBundle } from '@filmgate/core';

/** One isolated, empty store, opened for one law. */
export interface StorageHarness {
  readonly bundle: StorageBundle;
  /**
   * Opens the same data once more while `bundle` is open, as another process would. Where the manifest says `processes:
   * 'many'` it resolves to a second connection. Where it says `'one'` it must reject with a sentence for the operator;
   * only a store that is not durable may resolve instead, to separate data.
   */
  another(): Promise<StorageBundle>;
  /** Opens the same data again, after `bundle` was closed. */
  reopen(): Promise<StorageBundle>;
  /** Closes what is still open and removes the data. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}

/** Options of random histories, in the terms of fast-check. */
export interface HistoryOptions {
  readonly numRuns: number;
  readonly seed: number;
  readonly endOnFailure: boolean;
}

/** Parts available to a storage law. */
export interface StorageContext {
  readonly bundle: StorageBundle;
  readonly harness: StorageHarness;
  /** A further isolated store, for laws that run many cases; the law disposes of it. */
  readonly open: () => Promise<StorageHarness>;
  /** Connections to the same data: separate ones where the manifest allows several processes, otherwise the same. */
  readonly connections: (count: number) => Promise<readonly StorageBundle[]>;
  readonly histories: HistoryOptions;
  readonly patienceMs: number;
}

interface StorageContextOptions {
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
