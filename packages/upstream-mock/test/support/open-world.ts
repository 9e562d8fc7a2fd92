import { MockClock } from '../../src/job/mock-clock.ts';
import type { MockJob, MockSubmission } from '../../src/job/mock-job.ts';
import type { LedgerStateOptions } from '../../src/state/ledger-state.ts';
import { openProviderState } from '../../src/state/provider-state.ts';

/** Start time of every space of the tests. */
export const beginning = Date.UTC(2026, 0, 1);

/** The state of a space in memory, with a clock that is stopped until it is advanced. */
export function openWorld(options: Partial<LedgerStateOptions> & { readonly speed?: number } = {}) {
  const { speed = 1, ...rest } = options;
  return openProviderState({
    clock: new MockClock({ now: () => beginning, speed }),
    seed: 'seed',
    ...rest,
  });
}

/** The job of a submission that must be accepted. */
export function accept(
  world: ReturnType<typeof openWorld>,
  account: string,
  submission: MockSubmission,
): MockJob {
  const outcome = world.submissions.submit(account, submission);
  if (outcome.kind === 'refused') throw new Error(`refused: ${outcome.refusal.message}`);
  return outcome.job;
}
