import { sep } from 'node:path';
import type { CheckResult } from './check.ts';
import type { TestReport } from './test-report.ts';

/** Stories a person lives through in a real browser: the only tests whose outcome hangs on how fast another program draws. */
const storyFolder = ['packages', 'console', 'test', 'end-to-end', ''].join(sep);
/** More than this is no accident. */
const mostFiles = 2;

export interface StoryFailures {
  /** Paths of the files to try once more. */
  readonly files: readonly string[];
  /** Full names of what failed in them. */
  readonly failed: readonly string[];
  /** How many tests of these files passed at the first try. */
  readonly passed: number;
}

/** What may be tried once more; null when anything failed that may not be. */
export function storyFailures({ testResults }: TestReport): StoryFailures | null {
  const results = testResults.filter(({ status }) => status === 'failed');
  if (results.length === 0 || results.length > mostFiles) return null;
  const named = (wanted: string) =>
    results.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName),
    );
  const isStoryThatRan = ({ name, assertionResults }: TestReport['testResults'][number]) =>
    name.includes(storyFolder) && assertionResults.some(({ status }) => status === 'failed');
  if (!results.every(isStoryThatRan)) return null;
  const files = results.map(({ name }) => name);
  return { files, failed: named('failed'), passed: named('passed').length };
}

/** The run as a whole, once its failed stories were tried again: what failed twice has failed. */
export function afterSecondTry(
  first: CheckResult,
  { failed, passed }: StoryFailures,
  second: CheckResult,
): CheckResult {
  const total = { passed: first.passed - passed + second.passed, failed: second.failed };
  const output = `${first.output}\nThe files of what failed, once more and alone:\n${second.output}`;
  if (second.failed > 0) return { ...total, output };
  return { ...total, output, remarks: failed.map((name) => `passed at the second try: ${name}`) };
}
