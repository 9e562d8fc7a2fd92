import type { LawGroup } from './law/law.ts';
import { acceptLaws } from './upstream-client/accepts.ts';
import { describeLaws } from './upstream-client/describe.ts';
import { pollLaws } from './upstream-client/poll.ts';
import { reconcileLaws } from './upstream-client/reconcile.ts';
import { resultLaws } from './upstream-client/result.ts';
import { submitLaws } from './upstream-client/submit.ts';
import { wireLaws } from './upstream-client/wire.ts';
import type { UpstreamHarness } from './upstream-harness.ts';

/** Every law of the upstream client port. */
export const upstreamLaws: readonly LawGroup<UpstreamHarness>[] = [
  describeLaws,
  acceptLaws,
  submitLaws,
  pollLaws,
  resultLaws,
  reconcileLaws,
  wireLaws,
];
