import type { BlobContext, BlobHarness } from './blob-harness.ts';
import { commitLaws } from './blob-store/commit.ts';
import { damageLaws } from './blob-store/damage.ts';
import { readLaws } from './blob-store/read.ts';
import { stageLaws } from './blob-store/stage.ts';
import { sweepLaws } from './blob-store/sweep.ts';
import { type ConformanceRunner, type LawGroup, registerLaws } from './law/law.ts';

/** Every law of the blob store port. */
export const blobLaws: readonly LawGroup<BlobContext>[] = [
  stageLaws,
  commitLaws,
  readLaws,
  damageLaws,
  sweepLaws,
];

export interface BlobConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, empty, isolated store for each law. */
  readonly open: () => Promise<BlobHarness>;
  /** True when blobs survive opening the data again; otherwise the opposite is tested. */
  readonly durable: boolean;
}

/** Registers every law of the blob store port with a test runner. */
export function blobConformance({ runner, open, durable }: BlobConformanceOptions): void {
  registerLaws({
    runner,
    groups: blobLaws,
    withContext: async (use) => {
      const harness = await open();
      try {
        await use({ harness, blobs: harness.blobs, durable });
      } finally {
        await harness.dispose();
      }
    },
  });
}
