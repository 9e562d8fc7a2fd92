import { spawnSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { listWorkspacePackages } from './workspace-package.ts';

/**
 * Fills `packages/<name>/dist` with what is published: the JavaScript of a build that is already there, and declarations
 * by the TypeScript compiler. Nothing in this folder runs from these, so they may be replaced at any time.
 *
 * Run: node tools/build/build-packages.ts BUILD
 */

const root = resolve(import.meta.dirname, '../..');

function buildPackages(build: string): void {
  const packages = listWorkspacePackages(root);
  for (const { directory, manifest } of packages) {
    rmSync(join(directory, 'dist'), { recursive: true, force: true });
    const built = join(build, 'node_modules', manifest.name, 'dist');
    cpSync(built, join(directory, 'dist'), { recursive: true });
  }
  const compiler = join(root, 'node_modules', '.bin', 'tsc');
  const projects = packages.map(({ directory }) => directory);
  const { status } = spawnSync(compiler, ['-b', '--force', ...projects], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

const [build] = process.argv.slice(2);
if (build === undefined) throw new Error('usage: build-packages.ts BUILD');
buildPackages(resolve(build));
