import type { BlobStore } from '@filmgate/core';

/** One isolated, empty blob store, opened for one law. */
export interface BlobHarness {
  readonly blobs: BlobStore;
  /** Current number of temporary blobs, whole or partial, besides the kept ones. */
  temporaries(): Promise<number>;
  /** The store's current instant, in ms since 1970. */
  now(): number;
  /** Makes everything written so far, kept or temporary, appear `ms` older. */
  age(ms: number): Promise<void>;
  /** Truncates a kept blob to `bytes`, or removes it (null), without the store's knowledge, as a failing disk would. */
  damage(sha256: string, bytes: number | null): Promise<void>;
  /** Opens the same data again, as after a restart; blobs staged and not kept may be forgotten. */
  reopen(): Promise<BlobStore>;
  /** Removes the data. Called once per law, also after a failure. */
  dispose(): Promise<void>;
}

/** Parts available to a blob law. */
export interface BlobContext {
  readonly blobs: BlobStore;
  readonly harness: BlobHarness;
  readonly durable: boolean;
}
