import { relative } from 'node:path';
import { startVitest, type TestModule } from 'vitest/node';
import { countTests, type TestCount, type TestedFile } from './count-tests.ts';
import { root } from './run-command.ts';
import type { TestRun } from './test-runs.ts';

function testedFile(module: TestModule): TestedFile {
  const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
  return {
    path: relative(root, module.moduleId),
    durationMs: duration + collectDuration + setupDuration + prepareDuration,
    hasFailedElsewhere: module.errors().length > 0,
    tests: [...module.children.allTests()].map((test) => ({
      name: test.fullName,
      reason: test.result().errors?.[0]?.message,
      state: test.result().state,
      tags: test.tags,
    })),
  };
}

/**
 * Runs tests in a Vitest of this process, with progress for a person.
 *
 * @param options `files` are paths below the project's folder; absent = all. `changedFiles` is passed to the tests
 */
export async function runTests(
  { projects, tagsFilter, isChosen }: TestRun,
  options: {
    readonly verbose: boolean;
    readonly files?: readonly string[];
    readonly changedFiles?: readonly string[];
  },
): Promise<{ readonly count: TestCount; readonly files: readonly TestedFile[] }> {
  const { verbose, files = [], changedFiles } = options;
  const vitest = await startVitest([...files], {
    root,
    run: true,
    project: [...projects],
    reporters: [verbose ? 'verbose' : 'default'],
    ...(tagsFilter !== undefined && { tagsFilter: [tagsFilter] }),
    ...(changedFiles !== undefined && { provide: { changedFiles } }),
  });
  try {
    const tested = vitest.state.getTestModules().map(testedFile);
    const hasSucceeded = vitest.state.getUnhandledErrors().length === 0;
    return { count: countTests({ files: tested, isChosen, hasSucceeded }), files: tested };
  } finally {
    await vitest.close();
  }
}
