import type { ConformanceRunner } from './law/conformance-runner.ts';
import { registerLaws } from './law/register-laws.ts';
import type { UpstreamHarness } from './upstream-harness.ts';
import { upstreamLaws } from './upstream-laws.ts';

export interface UpstreamConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, isolated upstream for each law. */
  readonly open: () => Promise<UpstreamHarness>;
}

/** Registers every law of the upstream client port with a test runner. Absent optional methods are the only difference. */
export function upstreamConformance({ runner, open }: UpstreamConformanceOptions): void {
  registerLaws({
    runner,
    groups: upstreamLaws,
    withContext: async (use) => {
      const harness = await open();
      try {
        await use(harness);
      } finally {
        await harness.dispose();
      }
    },
  });
}
