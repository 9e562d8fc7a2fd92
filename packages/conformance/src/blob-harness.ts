import type { BlobStore } from '@filmgate/core';

/** One isolated, empty blob store, opened for one law. */
export interface BlobHarness {
  readonly blobs: BlobStore;
  /** How many temporary blobs lie around now, whole or partial, besides the kept ones. */
  temporaries(): Promise<number>;
  /** The store's idea of now, in ms since 1970. */
  now(): number;
  /** Makes everything written so far, kept or temporary, look `ms` older. */
  age(ms: number): Promise<void>;
  /**
   * Leaves the first `bytes` of a kept blob, or none of it where null, behind the back of the store: a disk, an operator or another program
   * did that.
   */
  damage(sha256: string, bytes: number | null): Promise<void>;
  /** Opens the same data again, as after a restart; what was staged and not kept need not be known any more. */
  reopen(): Promise<BlobStore>;
  /** Removes the data. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}

/** What a blob law may use. */
export interface BlobContext {
  readonly blobs: BlobStore;
  readonly harness: BlobHarness;
  readonly durable: boolean;
}
