import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Check, CheckResult } from './check.ts';
import { runCommand } from './run-command.ts';

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
});

interface VitestEnd {
  /** Text of the file the JSON reporter wrote; absent when vitest did not get that far. */
  readonly report: string | undefined;
  readonly succeeded: boolean;
  readonly output: string;
}

/**
 * Counts the tests. Skipped ones count as failed, for a promise nobody looks at is not kept; and so does a run without any
 * test, and a failure outside the tests, such as a file that cannot be loaded.
 */
export function countTests({ report, succeeded, output }: VitestEnd): CheckResult {
  if (report === undefined) return { passed: 0, failed: 1, output };
  const counts = reportSchema.parse(JSON.parse(report));
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

/** Runs every vitest project. */
export function vitestCheck(root: string): Check {
  return {
    name: 'tests',
    after: ['system packages'],
    run: async (report) => {
      const folder = join(root, '.filmgate', 'check');
      const reportPath = join(folder, 'tests.json');
      mkdirSync(folder, { recursive: true });
      rmSync(reportPath, { force: true });
      const reporters = ['default', 'json', './tools/check/progress-reporter.ts'];
      const flags = reporters.map((reporter) => `--reporter=${reporter}`);
      let ended = 0;
      const { succeeded, output } = await runCommand(
        ['vitest', 'run', ...flags, `--outputFile.json=${reportPath}`],
        {
          cwd: root,
          onProgress: (dots) => {
            ended += dots.length;
            report(`${ended} done`);
          },
        },
      );
      return countTests({ report: readReport(reportPath), succeeded, output });
    },
  };
}
