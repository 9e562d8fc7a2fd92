import { type ConformanceRunner, type LawGroup, registerLaws } from './law/law.ts';
import { acceptLaws } from './upstream-client/accepts.ts';
import { describeLaws } from './upstream-client/describe.ts';
import { pollLaws } from './upstream-client/poll.ts';
import { reconcileLaws } from './upstream-client/reconcile.ts';
import { resultLaws } from './upstream-client/result.ts';
import { submitLaws } from './upstream-client/submit.ts';
import { wireLaws } from './upstream-client/wire.ts';
import type { UpstreamHarness } from './upstream-harness.ts';

/** Every law of the port of provider clients (`UpstreamClient`). */
export const upstreamLaws: readonly LawGroup<UpstreamHarness>[] = [
  describeLaws,
  acceptLaws,
  submitLaws,
  pollLaws,
  resultLaws,
  reconcileLaws,
  wireLaws,
];

export interface UpstreamConformanceOptions {
  readonly runner: ConformanceRunner;
  /** A new, isolated provider for each law. */
  readonly open: () => Promise<UpstreamHarness>;
}

/** Registers every law of `UpstreamClient` with a test runner. Absent optional methods are the only difference. */
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
