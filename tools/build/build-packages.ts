import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildPackage, isMock } from './build-package.ts';
import { keepReachableDeclarations } from './shipped-declarations.ts';
import { listPackageEntries, listWorkspacePackages } from './workspace-package.ts';

/**
 * Fills `packages/<name>/dist` with the published JavaScript and declarations, and `release` with the program of an
 * existing build.
 *
 * Run: node tools/build/build-packages.ts BUILD
 */

const root = resolve(import.meta.dirname, '../..');
const packages = listWorkspacePackages(root);

async function buildPackages(program: string): Promise<void> {
  await Promise.all(
    packages.map(async (workspacePackage) => {
      await buildPackage(root, workspacePackage);
      const { directory } = workspacePackage;
      if (existsSync(join(directory, 'build', 'build-pages.ts'))) {
        const pages = join(directory, 'dist', 'pages');
        cpSync(join(program, 'dist', 'pages'), pages, { recursive: true });
      }
    }),
  );
}

/** Replaces the previous release in one step. */
function copyRelease(program: string): void {
  const release = join(root, 'release');
  const [draft, before] = [`${release}.draft`, `${release}.before`];
  for (const folder of [draft, before]) rmSync(folder, { recursive: true, force: true });
  const ofProcesses = new Set(['users', 'compile-cache'].map((name) => join(program, name)));
  cpSync(program, draft, { recursive: true, filter: (path) => !ofProcesses.has(path) });
  if (existsSync(release)) renameSync(release, before);
  renameSync(draft, release);
  rmSync(before, { recursive: true, force: true });
}

const [program] = process.argv.slice(2);
if (program === undefined) throw new Error('usage: build-packages.ts BUILD');
await buildPackages(resolve(program));
copyRelease(resolve(program));
const projects = packages.map(({ directory }) => directory);
const compiler = join(root, 'node_modules', '.bin', 'tsc');
process.exitCode =
  spawnSync(compiler, ['-b', '--force', ...projects], { stdio: 'inherit' }).status ?? 1;
for (const workspacePackage of packages.filter(isMock)) {
  const entries = listPackageEntries(workspacePackage);
  keepReachableDeclarations(join(workspacePackage.directory, 'dist'), entries);
}
