import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { weightRemarks } from '../architecture/weight.ts';
import { findChangedFiles, findReachedTests } from './changed-files.ts';
import type { TestCount } from './count-tests.ts';
import { openMemoryFolder } from './memory-folder.ts';
import { root } from './run-command.ts';
import { runTests } from './run-tests.ts';
import { readSlowFiles, reportSlowest } from './slow-files.ts';
import { installSystemPackages } from './system-packages.ts';
import { changedRun, everydayRun, longRuns, type TestRun, withProjects } from './test-runs.ts';

/**
 * Runs the tests: each check is a project of vitest.config.ts.
 *
 *     npm test                                 what one runs before a commit
 *     npm test -- --changed                    of that, what uncommitted changes can reach and needs no process
 *     npm run test:long                        the rest
 *     npm test -- --verbose                    each test by its name
 *     npm test -- --only static,contract       some projects
 */

const options = {
  verbose: { type: 'boolean', default: false },
  long: { type: 'boolean', default: false },
  changed: { type: 'boolean', default: false },
  only: { type: 'string' },
} as const;
/** Projects that start no program but the project's own. */
const projectsWithoutPrograms: readonly string[] = ['static', 'unit', 'mutation'];

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `${reason}\nnpm test -- [--verbose] [--changed] [--only PROJECT,PROJECT]\n`,
    );
    return process.exit(1);
  }
}

const { verbose, long, changed, only } = readOptions();
/** The project's own tools and its Node come before the machine's. */
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

type End = Awaited<ReturnType<typeof runTests>>;

/** The run's tests that uncommitted changes can reach, and the checks of the sources. */
async function runChanged(run: TestRun): Promise<End> {
  const changedFiles = await findChangedFiles();
  const reached = await findReachedTests(run.projects);
  const files = [...reached, 'tools/check/static.check.ts'];
  process.stdout.write(`${changedFiles.length} changed files reach ${reached.length} test files\n`);
  return runTests(run, { verbose, files, changedFiles });
}

async function runEach(runs: readonly TestRun[]): Promise<readonly End[]> {
  const ends: End[] = [];
  for (const run of runs) ends.push(await runTests(run, { verbose }));
  return ends;
}

/** Runs the tests with temporary files in memory if there is room. */
async function inMemory<Result>(act: () => Promise<Result>): Promise<Result> {
  const memory = openMemoryFolder();
  if (memory === undefined) return act();
  process.env['TMPDIR'] = memory.path;
  try {
    return await act();
  } finally {
    memory.remove();
  }
}

async function runAll(): Promise<TestCount> {
  const runs = changed
    ? [changedRun]
    : withProjects(long ? longRuns : [everydayRun], only?.split(','));
  const needPrograms = runs.some(({ projects }) =>
    projects.some((name) => !projectsWithoutPrograms.includes(name)),
  );
  const refusal = needPrograms ? await installSystemPackages() : undefined;
  if (refusal !== undefined) return { passed: 0, failed: 1, remarks: [refusal] };
  const ends = await inMemory(() => (changed ? Promise.all(runs.map(runChanged)) : runEach(runs)));
  const sum = (of: 'passed' | 'failed') => ends.reduce((total, { count }) => total + count[of], 0);
  const files = ends.flatMap((end) => end.files);
  const remarks = ends.flatMap(({ count }) => count.remarks);
  const slowest = reportSlowest(files, long ? undefined : readSlowFiles());
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    remarks: ['Slowest files:', ...slowest, ...weightRemarks(root), ...remarks],
  };
}

const { passed, failed, remarks } = await runAll();
process.stdout.write(['', ...remarks, `${passed} passed, ${failed} failed`, ''].join('\n'));
process.exitCode = failed > 0 ? 1 : 0;
