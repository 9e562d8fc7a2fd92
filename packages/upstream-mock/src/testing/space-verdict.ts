// Not the global function, which a test may fake.
import { setTimeout } from 'node:timers/promises';
import type { ChaosPlan } from '../faults/chaos.ts';
import type { JournalEntry, JournalPage } from '../records/journal.ts';
import type { VerdictCode } from '../verdict/finding.ts';
import type { Verdict } from '../verdict/verdict.ts';
import type { CallControl } from './control-call.ts';
import type { SpaceClock } from './space-clock.ts';
import { VerdictError } from './verdict-error.ts';
import {
  addWishes,
  type FindingCounts,
  type VerdictOptions,
  verdictQuery,
} from './verdict-options.ts';

/** Real time in which the mock notices that a client has disconnected, in ms. */
const patienceMs = 1_000;
const pauseMs = 10;

/** The verdict on a space, and the wishes of its test. */
export type SpaceVerdict = ReturnType<typeof createSpaceVerdict>['verdicts'];

/** @param defaults - wishes of every test; `clear` restores them */
export function createSpaceVerdict(call: CallControl, clock: SpaceClock, defaults: VerdictOptions) {
  let wishes = defaults;
  const add = (further: VerdictOptions) => {
    wishes = addWishes(wishes, further);
  };
  const queryOf = (options: VerdictOptions = {}) => verdictQuery(addWishes(wishes, options));
  const verdicts = {
    /** Number of jobs that the test wants: more are `paid-twice`, fewer `missing-job`. */
    expectJobs: (jobs: number) => add({ jobs }),
    /** Adds expected findings, by codes or with their numbers: they do not fail the test, but their absence does. */
    expectFindings: (...expected: readonly VerdictCode[] | readonly [FindingCounts]) => {
      for (const one of expected) add({ expect: typeof one === 'string' ? [one] : one });
    },
    /** Adds codes that do not fail the test. */
    ignoreFindings: (...ignore: readonly VerdictCode[]) => add({ ignore }),
    /** Verdict as of now on the clients of the space, by the wishes of the test and these. */
    verdict: (options?: VerdictOptions) => call<Verdict>('verdict', { query: queryOf(options) }),
    /**
     * Moves the clock until every job has ended, waits up to a second for calls that the client has left, and reads the
     * verdict, by the wishes of the test and these.
     *
     * @throws VerdictError unless the verdict is clean and no call is open
     */
    assertClean: async (options?: VerdictOptions) => {
      const openCalls = await endTest(call, clock);
      const query = queryOf(options);
      const verdict = await call<Verdict>('verdict', { query });
      if (verdict.outcome === 'clean' && openCalls.length === 0) return;
      const text = await call<string>('verdict', { query, accept: 'text/plain' });
      const plan = verdict.chaos === undefined ? undefined : await call<ChaosPlan>('plan');
      throw new VerdictError({ verdict, text, openCalls, plan });
    },
  };
  return {
    verdicts,
    clear: () => {
      wishes = defaults;
    },
  };
}

/**
 * Moves the clock until every job has ended, and waits briefly for the client's last calls [mock.test-api.idle].
 *
 * @returns calls of the client that are still open
 */
async function endTest(call: CallControl, clock: SpaceClock): Promise<readonly JournalEntry[]> {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    await clock.untilIdle();
    const open = await readOpenCalls(call);
    if (open.length === 0 || waitedMs >= patienceMs) return open;
    await setTimeout(pauseMs);
  }
}

async function readOpenCalls(call: CallControl): Promise<readonly JournalEntry[]> {
  const open: JournalEntry[] = [];
  for (let since = 0; ; ) {
    const { entries, next } = await call<JournalPage>('journal', {
      query: { since, limit: 1_000 },
    });
    if (entries.length === 0) return open;
    open.push(...entries.filter(({ ended, op }) => ended === null && op !== 'callback'));
    since = next;
  }
}
