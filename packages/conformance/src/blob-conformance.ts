import type { BlobHarness } from './blob-harness.ts';
import { blobLaws } from './blob-laws.ts';
import type { ConformanceRunner } from './law/conformance-runner.ts';
import { registerLaws } from './law/register-laws.ts';

export interface BlobConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, empty, isolated store for each law. */
  readonly open: () => Promise<BlobHarness>;
  /** Whether blobs survive opening the data again; where not, the opposite is tested. */
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
