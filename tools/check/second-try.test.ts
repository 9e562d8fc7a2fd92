import { describe, expect, it } from 'vitest';
import type { CheckResult } from './check.ts';
import { runWithSecondTry } from './vitest-check.ts';

const story = '/home/filmgate/packages/console/test/end-to-end/login.test.ts';
const otherStory = '/home/filmgate/packages/console/test/end-to-end/jobs.test.ts';
const law = '/home/filmgate/packages/server/test/fault/kills.test.ts';

/** Tests of a file by name, and whether each passed. */
type Outcome = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

function endOf(outcome: Outcome, output: string) {
  const testResults = Object.entries(outcome).map(([name, tests]) => ({
    name,
    status: Object.values(tests).includes(false) ? 'failed' : 'passed',
    assertionResults: Object.entries(tests).map(([fullName, passed]) => ({
      fullName,
      status: passed ? 'passed' : 'failed',
    })),
  }));
  const all = Object.values(outcome).flatMap((tests) => Object.values(tests));
  const failed = all.filter((passed) => !passed).length;
  const report = JSON.stringify({
    numPassedTests: all.length - failed,
    numFailedTests: failed,
    numPendingTests: 0,
    numTodoTests: 0,
    testResults,
  });
  return { report, succeeded: failed === 0, output };
}

/** What comes of a first and a second run, and which files the second one was of. */
async function tried(
  first: Outcome,
  second: Outcome,
): Promise<{ readonly result: CheckResult; readonly runs: readonly (readonly string[])[] }> {
  const runs: (readonly string[])[] = [];
  const result = await runWithSecondTry(async (files) => {
    runs.push(files);
    return runs.length === 1 ? endOf(first, 'first') : endOf(second, 'second');
  });
  return { result, runs };
}

describe('a story that failed in the browser', () => {
  it('[commands.test-second-try] is tried once more, and told of when it passes then', async () => {
    const { result, runs } = await tried(
      { [story]: { 'logs in': false, 'logs out': true }, [law]: { holds: true } },
      { [story]: { 'logs in': true, 'logs out': true } },
    );
    expect(runs).toEqual([[], [story]]);
    expect(result).toMatchObject({
      passed: 3,
      failed: 0,
      remarks: ['passed at the second try: logs in'],
    });
    expect(result.output).toMatch(/first[^]*second/u);
  });

  it('[commands.test-second-try] has failed when it fails again, and so has another of its file that fails then', async () => {
    const { result } = await tried(
      { [story]: { 'logs in': false, 'logs out': true }, [law]: { holds: true } },
      { [story]: { 'logs in': false, 'logs out': false } },
    );
    expect(result).toMatchObject({ passed: 1, failed: 2 });
    expect(result.remarks).toBeUndefined();
  });
});

describe('no second try has', () => {
  const failing = { fails: false };
  it.each<[string, Outcome]>([
    ['what fails elsewhere', { [law]: failing }],
    ['a story beside what fails elsewhere', { [story]: failing, [law]: failing }],
    [
      'what fails in many files',
      { [story]: failing, [otherStory]: failing, [story.replace('login', 'overview')]: failing },
    ],
    ['a run that passed', { [story]: { passes: true } }],
  ])('[commands.test-second-try] %s', async (_what, first) => {
    const { runs } = await tried(first, {});
    expect(runs).toHaveLength(1);
  });

  it('[commands.test-second-try] a file that could not be loaded', async () => {
    const runs: unknown[] = [];
    const result = await runWithSecondTry(async (files) => {
      runs.push(files);
      const { report } = endOf({}, '');
      const testResults = [{ name: story, status: 'failed', assertionResults: [] }];
      const told = JSON.stringify({ ...JSON.parse(report), numPassedTests: 5, testResults });
      return { report: told, succeeded: false, output: 'cannot load' };
    });
    expect([runs.length, result.failed]).toEqual([1, 1]);
  });
});
