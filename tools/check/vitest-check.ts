import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Check, CheckResult } from './check.ts';
import { runCommand } from './run-command.ts';
import { afterSecondTry, storyFailures } from './second-try.ts';
import { parseTestReport } from './test-report.ts';

interface VitestEnd {
  /** Text of the file the JSON reporter wrote; absent when vitest did not get that far. */
  readonly report: string | undefined;
  readonly succeeded: boolean;
  readonly output: string;
}

/**
 * Counts the tests. Skipped ones count as failed, for a promise that is not tested is not kept; and so does a run without any
 * test, and a failure outside the tests, such as a file that cannot be loaded.
 */
export function countTests({ report, succeeded, output }: VitestEnd): CheckResult {
  if (report === undefined) return { passed: 0, failed: 1, output };
  const counts = parseTestReport(report);
  const skipped = counts.numPendingTests + counts.numTodoTests;
  const failedTests = counts.numFailedTests + skipped;
  const isFailureElsewhere = failedTests === 0 && (!succeeded || counts.numPassedTests === 0);
  const note = skipped === 0 ? '' : `\n${skipped} tests are skipped or to be written\n`;
  return {
    passed: counts.numPassedTests,
    failed: failedTests + (isFailureElsewhere ? 1 : 0),
    output: output + note,
  };
}

function readReport(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Runs tests: those of some files, or all. */
type RunTests = (files: readonly string[]) => Promise<VitestEnd>;

/** Everything once; and once more, alone, what only failed in a browser. That is told, and decisions/0017 says why. */
export async function runWithSecondTry(runTests: RunTests): Promise<CheckResult> {
  const end = await runTests([]);
  const first = countTests(end);
  if (end.report === undefined || first.failed === 0) return first;
  const stories = storyFailures(parseTestReport(end.report));
  if (stories === null) return first;
  return afterSecondTry(first, stories, countTests(await runTests(stories.files)));
}

/** Runs every vitest project. */
export function vitestCheck(root: string): Check {
  return {
    name: 'tests',
    after: ['system packages'],
    run: async (report) => {
      const folder = join(root, '.filmgate', 'check');
      const reportPath = join(folder, 'tests.json');
      mkdirSync(folder, { recursive: true });
      const reporters = ['default', 'json', './tools/check/progress-reporter.ts'];
      const flags = reporters.map((reporter) => `--reporter=${reporter}`);
      let ended = 0;
      const onProgress = (dots: string) => {
        ended += dots.length;
        report(`${ended} done`);
      };
      return runWithSecondTry(async (files) => {
        rmSync(reportPath, { force: true });
        const { succeeded, output } = await runCommand(
          ['vitest', 'run', ...flags, `--outputFile.json=${reportPath}`, ...files],
          { cwd: root, onProgress },
        );
        return { report: readReport(reportPath), succeeded, output };
      });
    },
  };
}
