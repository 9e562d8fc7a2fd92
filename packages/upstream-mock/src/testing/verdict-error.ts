import type { ChaosPlan } from '../faults/chaos.ts';
import type { JournalEntry } from '../records/journal.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** A verdict that fails a test, as the mock prints it in `text`. */
export type FailedVerdict = Pick<VerdictError, 'verdict' | 'openCalls' | 'plan'> & {
  readonly text: string;
};

/** Thrown for a verdict that is not clean, and for open calls; the message is the verdict as the mock prints it. */
export class VerdictError extends Error {
  readonly verdict: Verdict;
  /** Calls of the client that were still open. */
  readonly openCalls: readonly JournalEntry[];
  /** Faults drawn by chaos, for `plan` of `startMock` or a file for `serve --plan`; absent without chaos. */
  readonly plan?: ChaosPlan | undefined;

  constructor({ verdict, text, openCalls, plan }: FailedVerdict) {
    const open = openCalls.map(
      ({ id, method, path }) =>
        `open call: ${method} ${path} (journal: ${id}) has not ended: await it before the test ends\n`,
    );
    super([...open, text, printPlan(plan)].join('').trimEnd());
    this.name = 'VerdictError';
    this.verdict = verdict;
    this.openCalls = openCalls;
    this.plan = plan;
  }
}

/** Longer plans do not help a reader of a test's output. */
const longestPlan = 10_000;

function printPlan(plan: ChaosPlan | undefined): string {
  if (plan === undefined) return '';
  const text = JSON.stringify(plan);
  return `plan: ${text.length <= longestPlan ? text : `${plan.faults.length} faults, in the plan of the error`}\n`;
}
