import { describe, expect, it } from 'vitest';
import { runWithSecondTry, type TestCount } from './judge-tests.ts';

const story = '/home/filmgate/packages/console/test/end-to-end/login.test.ts';
const otherStory = '/home/filmgate/packages/console/test/end-to-end/jobs.test.ts';
const law = '/home/filmgate/packages/server/test/fault/kills.test.ts';

/** Tests of a file by name, and whether each passed. */
type Outcome = Readonly<Record<string, Readonly<Record<string, boolean>>>>;

function endOf(outcome: Outcome) {
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
  return { report, succeeded: failed === 0 };
}

/** What comes of a first and a second run, and which files the second one was of. */
async function tried(
  first: Outcome,
  second: Outcome,
): Promise<{ readonly result: TestCount; readonly runs: readonly (readonly string[])[] }> {
  const runs: (readonly string[])[] = [];
  const result = await runWithSecondTry(async (files) => {
    runs.push(files);
    return runs.length === 1 ? endOf(first) : endOf(second);
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
  });

  it('[commands.test-second-try] has failed when it fails again, and so has another of its file that fails then', async () => {
    const { result } = await tried(
      { [story]: { 'logs in': false, 'logs out': true }, [law]: { holds: true } },
      { [story]: { 'logs in': false, 'logs out': false } },
    );
    expect(result).toMatchObject({ passed: 1, failed: 2 });
    expect(result.remarks).toEqual([]);
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
      const { report } = endOf({});
      const testResults = [{ name: story, status: 'failed', assertionResults: [] }];
      const told = JSON.stringify({ ...JSON.parse(report), numPassedTests: 5, testResults });
      return { report: told, succeeded: false };
    });
    expect([runs.length, result.failed]).toEqual([1, 1]);
  });
});

describe('counting tests', () => {
  function count(wish: { passed?: number; failed?: number; pending?: number; todo?: number }) {
    const { passed = 0, failed = 0, pending = 0, todo = 0 } = wish;
    return JSON.stringify({
      numPassedTests: passed,
      numFailedTests: failed,
      numPendingTests: pending,
      numTodoTests: todo,
      testResults: [],
    });
  }

  it('takes the numbers of the report', async () => {
    const end = { report: count({ passed: 5, failed: 2 }), succeeded: false };
    expect(await runWithSecondTry(async () => end)).toMatchObject({ passed: 5, failed: 2 });
  });

  it('[commands.test] counts a skipped test as failed', async () => {
    const end = { report: count({ passed: 5, pending: 1, todo: 1 }), succeeded: true };
    const remarks = ['2 tests are skipped or to be written'];
    expect(await runWithSecondTry(async () => end)).toEqual({ passed: 5, failed: 2, remarks });
  });

  it.each([
    ['a file that could not be loaded', { report: count({ passed: 5 }), succeeded: false }],
    ['no test at all', { report: count({}), succeeded: true }],
    ['no report', { report: undefined, succeeded: true }],
  ])('finds a failure in %s', async (_what, end) => {
    expect(await runWithSecondTry(async () => end)).toMatchObject({ failed: 1 });
  });
});
