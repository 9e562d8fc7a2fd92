import type { StorageBundle } from '@filmgate/core';

/** One isolated, empty store, opened for one law. */
export interface StorageHarness {
  readonly bundle: StorageBundle;
  /**
   * Opens the same data once more while `bundle` is open, as another process would. Where the manifest says
   * `processes: 'many'` it resolves to a second connection. Where it says `'one'` it must reject with a sentence
   * for the operator; only a store that is not durable may resolve instead, to data of its own.
   */
  another(): Promise<StorageBundle>;
  /** Opens the same data again, after `bundle` was closed. */
  reopen(): Promise<StorageBundle>;
  /** Closes what is still open and removes the data. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}
