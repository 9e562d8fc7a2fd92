import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'tsup';
import * as z from 'zod';
import { bundledLicenses } from './bundled-licenses.ts';
import { copyFixtures } from './copy-fixtures.ts';
import { oneFile } from './one-file.ts';
import { requireBuiltins } from './require-builtins.ts';
import { listPackageEntries, type WorkspacePackage } from './workspace-package.ts';

/** The package with one file per module: from a single file, a bundler cannot drop values built at its top. */
const keptApart = '@filmgate/core';
/** The package that testers install alone and start often. */
export const isMock = ({ folder }: WorkspacePackage) => folder === 'upstream-mock';
/** Keeps names, and lines that a terminal can show for an exception. */
export const smaller = { minifySyntax: true, minifyWhitespace: true, lineLimit: 200 };

/** Release line of the oldest Node of a package, as esbuild names it. */
export function targetOf({ manifest }: WorkspacePackage): string {
  return `node${/\d+/.exec(manifest.engines['node'] ?? '')?.[0] ?? ''}`;
}

/** Fills `dist` of a package with the published JavaScript; the compiler adds the declarations. */
export async function buildPackage(root: string, workspacePackage: WorkspacePackage) {
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
    target: targetOf(workspacePackage),
    platform: 'node',
    // The source map of a package without dependencies would mostly point to bundled code that is not published.
    sourcemap: Object.keys(manifest.dependencies).length > 0,
    // The sources are published beside it.
    esbuildOptions: (options) => {
      options.sourcesContent = false;
      // Packages are built side by side: those it bundles may have no output yet.
      options.conditions = ['@filmgate/source'];
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
  writeLicenses(root, output);
  if (isMock(workspacePackage)) copyFixtures(root, output);
}

const metafile = z.object({ inputs: z.record(z.string(), z.unknown()) });

/** File of licences beside the modules, if they contain foreign code. */
function writeLicenses(root: string, output: string): void {
  const report = join(output, 'metafile-esm.json');
  const { inputs } = metafile.parse(JSON.parse(readFileSync(report, 'utf8')));
  rmSync(report);
  const licenses = bundledLicenses(root, Object.keys(inputs));
  if (licenses !== '') writeFileSync(join(output, 'LICENSES.txt'), licenses);
}
