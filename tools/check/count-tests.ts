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
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending';
  readonly tags: readonly string[];
}

export interface TestCount {
  readonly passed: number;
  readonly failed: number;
  /** Lines for the end of the run. */
  readonly remarks: readonly string[];
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
    remarks: skipped === 0 ? [] : [`${skipped} tests are skipped`],
  };
}
