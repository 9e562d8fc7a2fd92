import { describe, expect, it } from 'vitest';
import { countTests } from './vitest-check.ts';

function report(counts: { passed?: number; failed?: number; pending?: number; todo?: number }) {
  const { passed = 0, failed = 0, pending = 0, todo = 0 } = counts;
  return JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: pending,
    numTodoTests: todo,
    testResults: [],
  });
}

describe('counting tests', () => {
  it('takes the numbers of the report', () => {
    const end = { report: report({ passed: 5, failed: 2 }), succeeded: false, output: 'two' };
    expect(countTests(end)).toEqual({ passed: 5, failed: 2, output: 'two' });
  });

  it('[commands.test] counts a skipped test as failed', () => {
    const end = { report: report({ passed: 5, pending: 1, todo: 1 }), succeeded: true, output: '' };
    expect(countTests(end)).toMatchObject({ passed: 5, failed: 2 });
    expect(countTests(end).output).toContain('2 tests are skipped');
  });

  it.each([
    ['a file that could not be loaded', { report: report({ passed: 5 }), succeeded: false }],
    ['no test at all', { report: report({}), succeeded: true }],
    ['no report', { report: undefined, succeeded: true }],
  ])('finds a failure in %s', (_what, end) => {
    expect(countTests({ ...end, output: '' }).failed).toBe(1);
  });
});
