import type { ChaosPlan } from '../faults/chaos.ts';
import type { VerdictCode } from '../verdict/finding.ts';
import type { Verdict } from '../verdict/verdict.ts';
import { callControl, readControl, type SpaceControl } from './control-call.ts';
import { endTest } from './end-of-test.ts';
import type { SpaceClock } from './space-clock.ts';
import { VerdictError } from './verdict-error.ts';
import {
  addWishes,
  type FindingCounts,
  type VerdictOptions,
  verdictQuery,
} from './verdict-options.ts';

/** The verdict on a space, and the wishes of its test. */
export interface SpaceVerdict {
  /** Number of jobs that the test wants: more are `paid-twice`, fewer `missing-job`. */
  expectJobs(jobs: number): void;
  /** Adds expected findings, by codes or with their numbers: they do not fail the test, but their absence does. */
  expectFindings(...codes: readonly VerdictCode[]): void;
  expectFindings(counts: FindingCounts): void;
  /** Adds codes that do not fail the test. */
  ignoreFindings(...codes: readonly VerdictCode[]): void;
  /** Verdict as of now on the clients of the space, by the wishes of the test and these. */
  verdict(options?: VerdictOptions): Promise<Verdict>;
  /**
   * Moves the clock until every job has ended, waits up to a second for calls that the client has left, and reads the
   * verdict, by the wishes of the test and these.
   *
   * @throws VerdictError unless the verdict is clean and no call is open
   */
  assertClean(options?: VerdictOptions): Promise<void>;
}

/** @param defaults - wishes of every test; `clear` restores them */
export function createSpaceVerdict(
  control: SpaceControl,
  clock: SpaceClock,
  defaults: VerdictOptions,
): { readonly verdicts: SpaceVerdict; readonly clear: () => void } {
  let wishes = defaults;
  const add = (further: VerdictOptions) => {
    wishes = addWishes(wishes, further);
  };
  const callOf = (options: VerdictOptions = {}) => {
    return { path: 'verdict', query: verdictQuery(addWishes(wishes, options)) };
  };
  const verdicts: SpaceVerdict = {
    expectJobs: (jobs) => add({ jobs }),
    expectFindings: (...expected: readonly (VerdictCode | FindingCounts)[]) => {
      for (const one of expected) add({ expect: typeof one === 'string' ? [one] : one });
    },
    ignoreFindings: (...ignore) => add({ ignore }),
    verdict: (options) => callControl<Verdict>(control, callOf(options)),
    assertClean: async (options) => {
      const openCalls = await endTest(control, clock);
      const call = callOf(options);
      const verdict = await callControl<Verdict>(control, call);
      if (verdict.outcome === 'clean' && openCalls.length === 0) return;
      const text = await readControl(control, { ...call, accept: 'text/plain' });
      const plan =
        verdict.chaos === undefined
          ? undefined
          : await callControl<ChaosPlan>(control, { path: 'plan' });
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
