import type { Finding, FindingCode } from '../verdict/finding.ts';
import { printVerdict } from '../verdict/print-verdict.ts';
import type { Verdict } from '../verdict/verdict.ts';

/** A client did something wrong that its test did not expect, or did not do what it expected; the message is the verdict for a person. */
export class VerdictError extends Error {
  /** Those that were not expected. */
  readonly findings: readonly Finding[];
  /** What was expected, and was not found. */
  readonly missing: readonly FindingCode[];

  constructor(space: string, verdict: Verdict, missing: readonly FindingCode[]) {
    const { findings } = verdict;
    const found = findings.length === 0 ? [] : [printVerdict({ ...verdict, clean: false })];
    const lacking = missing.map((code) => `${code} was expected, and was not found\n`);
    const drawn = verdict.chaos === undefined || findings.length > 0 ? [] : [`${verdict.chaos}\n`];
    super(
      `The verdict on space "${space}": ${[...found, ...lacking, ...drawn].join('').trimEnd()}`,
    );
    this.name = 'VerdictError';
    this.findings = findings;
    this.missing = missing;
  }
}
