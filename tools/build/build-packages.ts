import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'tsup';
import * as z from 'zod';
import { bundledLicenses } from './bundled-licenses.ts';
import { copyFixtures } from './copy-fixtures.ts';
import { oneFile } from './one-file.ts';
import { requireBuiltins } from './require-builtins.ts';
import { keepReachableDeclarations } from './shipped-declarations.ts';
import {
  listPackageEntries,
  listWorkspacePackages,
  type WorkspacePackage,
} from './workspace-package.ts';

/**
 * Fills `packages/<name>/dist` with the published JavaScript and declarations, and `release` with the program of an
 * existing build.
 *
 * Run: node tools/build/build-packages.ts BUILD
 */

const root = resolve(import.meta.dirname, '../..');
const packages = listWorkspacePackages(root);
/** The package with one file per module: from a single file, a bundler cannot drop values built at its top. */
const keptApart = '@filmgate/core';
/** The package that testers install alone and start often. */
const isMock = ({ folder }: WorkspacePackage) => folder === 'upstream-mock';
/** Keeps names, and lines that a terminal can show for an exception. */
const smaller = { minifySyntax: true, minifyWhitespace: true, lineLimit: 200 };

async function buildPackages(program: string): Promise<void> {
  await Promise.all(
    packages.map(async (workspacePackage) => {
      const output = join(workspacePackage.directory, 'dist');
      const entries = listPackageEntries(workspacePackage);
      rmSync(output, { recursive: true, force: true });
      const { manifest } = workspacePackage;
      if (manifest.name === keptApart) return;
      const dependencies = [manifest.dependencies, manifest.peerDependencies].flatMap(Object.keys);
      await build({
        config: false,
        silent: true,
        entry: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
        outDir: output,
        format: 'esm',
        target: `node${/\d+/.exec(manifest.engines['node'] ?? '')?.[0] ?? ''}`,
        platform: 'node',
        // The source map of a package without dependencies would mostly point to bundled code that is not published.
        sourcemap: Object.keys(manifest.dependencies).length > 0,
        // The sources are published beside it.
        esbuildOptions: (options) => {
          options.sourcesContent = false;
          if (isMock(workspacePackage)) Object.assign(options, smaller);
        },
        // Libraries stay plain for other people's bundlers.
        esbuildPlugins: isMock(workspacePackage) ? [oneFile(entries), requireBuiltins] : [],
        splitting: !isMock(workspacePackage),
        // Every package that the manifest does not have as a dependency is bundled.
        external: dependencies.map((name) => new RegExp(`^${name}(?:/|$)`)),
        metafile: true,
        removeNodeProtocol: false,
      });
      writeLicenses(output);
      if (isMock(workspacePackage)) copyFixtures(root, output);
      if (existsSync(join(workspacePackage.directory, 'build', 'build-pages.ts'))) {
        cpSync(join(program, 'dist', 'pages'), join(output, 'pages'), { recursive: true });
      }
    }),
  );
}

const metafile = z.object({ inputs: z.record(z.string(), z.unknown()) });

/** File of licences beside the modules, if they contain foreign code. */
function writeLicenses(output: string): void {
  const report = join(output, 'metafile-esm.json');
  const { inputs } = metafile.parse(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  const licenses = bundledLicenses(root, Object.keys(inputs));
  if (licenses !== '') writeFileSync(join(output, 'LICENSES.txt'), licenses);
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
