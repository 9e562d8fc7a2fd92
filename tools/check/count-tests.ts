/** A test file after a run. */
export interface TestedFile {
  /** Path below the project's folder. */
  readonly path: string;
  /** Of its imports, hooks and tests, in ms. */
  readonly durationMs: number;
  /** Failures outside its tests, such as an import that throws. */
  readonly hasFailedElsewhere: boolean;
  readonly tests: readonly TestedCase[];
}

export interface TestedCase {
  /** Its describe blocks and its title. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  /** Of a failure: what its first error says. */
  readonly reason?: string | undefined;
  readonly tags: readonly string[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  /** Lines for the end of the run. */
  readonly remarks: readonly string[];
}

/** The end of a long output is what is kept of it, so each failure is named there again, up to this many. */
const mostNamedFailures = 50;

const longestReason = 200;

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, longestReason);
}

function nameFailures(
  files: readonly TestedFile[],
  isChosen: (tags: readonly string[]) => boolean,
): readonly string[] {
  const names = files.flatMap(({ path, hasFailedElsewhere, tests }) => [
    ...(hasFailedElsewhere ? [`${path} outside its tests`] : []),
    ...tests
      .filter(({ state, tags }) => state === 'failed' && isChosen(tags))
      .map(({ name, reason = '' }) => `${path} > ${name}: ${firstLine(reason)}`),
  ]);
  const more = names.length - mostNamedFailures;
  return [
    ...names.slice(0, mostNamedFailures).map((name) => `Failed: ${name}`),
    ...(more > 0 ? [`Failed: ${more} more`] : []),
  ];
}

/**
 * Counts the tests. A skipped test counts as failed, since it leaves a promise untested; so does a run without any
 * test, and a failure outside the tests.
 *
 * @param input `isChosen` returns true if this run should execute a test with these tags: Vitest reports the others as
 * skipped. `hasSucceeded` is false if something failed that belongs to no file
 */
export function countTests({
  files,
  isChosen,
  hasSucceeded,
}: {
  readonly files: readonly TestedFile[];
  readonly isChosen: (tags: readonly string[]) => boolean;
  readonly hasSucceeded: boolean;
}): TestCount {
  const tests = files.flatMap((file) => file.tests).filter(({ tags }) => isChosen(tags));
  const passed = tests.filter(({ state }) => state === 'passed').length;
  const skipped = tests.filter(({ state }) => state === 'skipped' || state === 'pending').length;
  const broken = files.filter(({ hasFailedElsewhere }) => hasFailedElsewhere).length;
  const failed = tests.length - passed + broken;
  const isFailureElsewhere = failed === 0 && (!hasSucceeded || passed === 0);
  return {
    passed,
    failed: failed + (isFailureElsewhere ? 1 : 0),
    remarks: [
      ...nameFailures(files, isChosen),
      ...(skipped === 0 ? [] : [`${skipped} tests are skipped`]),
    ],
  };
}
