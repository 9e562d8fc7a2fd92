import type { ChaosPlan } from '../faults/chaos.ts';
import type { Finding, FindingCode } from '../verdict/finding.ts';
import { printVerdict } from '../verdict/print-verdict.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** Thrown for unexpected findings, or if expected ones are missing; the message is the verdict as text. */
export class VerdictError extends Error {
  /** Unexpected findings. */
  readonly findings: readonly Finding[];
  /** Expected findings that are missing. */
  readonly missing: readonly FindingCode[];
  /** Faults drawn by chaos, for `plan` of `startMock` or a file for `serve --plan`; absent without chaos. */
  readonly plan?: ChaosPlan | undefined;

  constructor(
    space: string,
    verdict: Verdict,
    { missing, plan }: Pick<VerdictError, 'missing' | 'plan'>,
  ) {
    const { findings } = verdict;
    const found = findings.length === 0 ? [] : [printVerdict(verdict)];
    const lacking = missing.map((code) => `${code} was expected, and was not found\n`);
    const drawn = verdict.chaos === undefined || findings.length > 0 ? [] : [`${verdict.chaos}\n`];
    const said = [...found, ...lacking, ...drawn, printPlan(plan)].join('').trimEnd();
    super(`The verdict on space "${space}": ${said}`);
    this.name = 'VerdictError';
    this.findings = findings;
    this.missing = missing;
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
