import type { BlobStore } from '@filmgate/core';
import type { BlobHarness } from './blob-harness.ts';

/** What a blob law may use. */
export interface BlobContext {
  readonly blobs: BlobStore;
  readonly harness: BlobHarness;
  readonly durable: boolean;
}
