import type { ConformanceRunner } from './law/conformance-runner.ts';
import { registerLaws } from './law/register-laws.ts';
import { createStorageContext } from './storage-context.ts';
import type { StorageHarness } from './storage-harness.ts';
import { storageLaws } from './storage-laws.ts';

export interface StorageConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, empty, isolated store for each law. */
  readonly open: () => Promise<StorageHarness>;
  /**
   * Random histories compared with the memory store: how many (default 40), from which seed (default 1), and whether a
   * failing one is made as short as it can be (default true).
   */
  readonly model?: { readonly runs?: number; readonly seed?: number; readonly shrink?: boolean };
  /** How long a law waits for a notification before it fails, in ms (default 2000). Never slept in full when it comes. */
  readonly patienceMs?: number;
}

/**
 * Registers every law of the storage ports with a test runner. Differences between stores come from the manifest
 * on the bundle and from nowhere else: no option skips a law, and what a manifest denies is tested in its opposite.
 */
export function storageConformance({
  runner,
  open,
  model,
  patienceMs,
}: StorageConformanceOptions): void {
  registerLaws({
    runner,
    groups: storageLaws,
    withContext: async (use) => {
      const harness = await open();
      try {
        await use(
          createStorageContext({
            harness,
            open,
            histories: {
              numRuns: model?.runs ?? 40,
              seed: model?.seed ?? 1,
              endOnFailure: model?.shrink === false,
            },
            patienceMs: patienceMs ?? 2000,
          }),
        );
      } finally {
        await harness.dispose();
      }
    },
  });
}
