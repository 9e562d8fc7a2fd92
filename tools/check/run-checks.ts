import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { type VitestEnd, runWithSecondTry } from './judge-tests.ts';
import { openMemoryFolder } from './memory-folder.ts';
import { root } from './run-command.ts';
import { installSystemPackages } from './system-packages.ts';

/**
 * Everything CI looks at, in one run: each check is a project of vitest.config.ts.
 *
 *     npm test                                 all
 *     npm test -- --verbose                    each test by its name
 *     npm test -- --only mutation,contract     some projects
 */

const options = { verbose: { type: 'boolean' }, only: { type: 'string' } } as const;
/** Start no program but the project's own. */
const projectsWithoutPrograms: readonly string[] = ['static', 'mutation'];

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\nnpm test -- [--verbose] [--only PROJECT,PROJECT]\n`);
    return process.exit(1);
  }
}

const { verbose = false, only } = readOptions();
const projects = only?.split(',');
/** The project's own tools and its Node come before the machine's. */
process.env['PATH'] = [join(root, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);

/** The tests of some files or all; a person sees how far they are. */
async function runTests(files: readonly string[]): Promise<VitestEnd> {
  const folder = join(root, '.filmgate', 'check');
  const path = join(folder, 'tests.json');
  mkdirSync(folder, { recursive: true });
  rmSync(path, { force: true });
  const reporters = [`--reporter=${verbose ? 'verbose' : 'default'}`, '--reporter=json'];
  const chosen = projects?.map((name) => `--project=${name}`) ?? [];
  const parameters = [...reporters, `--outputFile.json=${path}`, ...chosen, ...files];
  const memory = openMemoryFolder();
  try {
    const child = spawn('vitest', ['run', ...parameters], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...(memory !== undefined && { TMPDIR: memory.path }) },
    });
    await once(child, 'close');
    return { report: readIfThere(path), succeeded: child.exitCode === 0 };
  } finally {
    memory?.remove();
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

async function runAll() {
  const needsPrograms = projects?.every((name) => projectsWithoutPrograms.includes(name)) !== true;
  const refusal = needsPrograms ? await installSystemPackages() : undefined;
  if (refusal === undefined) return runWithSecondTry(runTests);
  process.stderr.write(refusal);
  return { passed: 0, failed: 1, remarks: [] };
}

const { passed, failed, remarks } = await runAll();
process.stdout.write(['', ...remarks, `${passed} passed, ${failed} failed`, ''].join('\n'));
process.exitCode = failed > 0 ? 1 : 0;
