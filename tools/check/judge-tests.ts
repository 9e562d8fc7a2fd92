import { sep } from 'node:path';
import * as z from 'zod';

/** A run of vitest that has ended. */
export interface VitestEnd {
  /** Text of the file the JSON reporter wrote; absent when vitest did not get that far. */
  readonly report: string | undefined;
  readonly succeeded: boolean;
}

/** What a run came to. */
export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  /** What must be told though nothing failed, a line each. */
  readonly remarks: readonly string[];
}

const reportSchema = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      /** Path of the file. */
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

type TestReport = z.infer<typeof reportSchema>;

/** Stories a person lives through in a real browser: the only tests whose outcome hangs on how fast another program draws. */
const storyFolder = ['packages', 'console', 'test', 'end-to-end', ''].join(sep);
/** More than this is no accident. */
const mostFiles = 2;

/**
 * Counts the tests. Skipped ones count as failed, for a promise that is not tested is not kept; and so does a run without any test, and a
 * failure outside the tests, such as a file that cannot be loaded.
 */
function countTests(report: TestReport | undefined, succeeded: boolean): TestCount {
  if (report === undefined) return { passed: 0, failed: 1, remarks: [] };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failedTests = report.numFailedTests + skipped;
  const isFailureElsewhere = failedTests === 0 && (!succeeded || report.numPassedTests === 0);
  return {
    passed: report.numPassedTests,
    failed: failedTests + (isFailureElsewhere ? 1 : 0),
    remarks: skipped === 0 ? [] : [`${skipped} tests are skipped or to be written`],
  };
}

/** Tests of failed files by name. */
function named(files: TestReport['testResults'], wanted: string): readonly string[] {
  return files.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === wanted).map(({ fullName }) => fullName),
  );
}

/** The failed files, when they may be tried once more: stories that ran, and few of them. */
function failedStories({ testResults }: TestReport): TestReport['testResults'] {
  const failed = testResults.filter(({ status }) => status === 'failed');
  const areStories = failed.every(
    (file) => file.name.includes(storyFolder) && named([file], 'failed').length > 0,
  );
  return areStories && failed.length <= mostFiles ? failed : [];
}

const parse = ({ report }: VitestEnd) =>
  report === undefined ? undefined : reportSchema.parse(JSON.parse(report));

/**
 * Everything once; and once more, alone, what only failed in a browser. That is told, and decisions/0017 says why.
 *
 * @param runTests runs the tests of some files, or all
 */
export async function runWithSecondTry(
  runTests: (files: readonly string[]) => Promise<VitestEnd>,
): Promise<TestCount> {
  const end = await runTests([]);
  const report = parse(end);
  const first = countTests(report, end.succeeded);
  const stories = report === undefined ? [] : failedStories(report);
  if (stories.length === 0) return first;
  const again = await runTests(stories.map(({ name }) => name));
  const second = countTests(parse(again), again.succeeded);
  const failedOnce = named(stories, 'failed');
  const passed = first.passed - named(stories, 'passed').length + second.passed;
  const failed = first.failed - failedOnce.length + second.failed;
  const told = failedOnce.map((name) => `passed at the second try: ${name}`);
  return { passed, failed, remarks: [...first.remarks, ...(second.failed > 0 ? [] : told)] };
}
