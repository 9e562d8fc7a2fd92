import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { build } from 'tsup';
import * as z from 'zod';
import {
  listPackageEntries,
  listWorkspacePackages,
  type WorkspacePackage,
} from './workspace-package.ts';

/**
 * Builds the JavaScript of every package into a folder of its own, laid out so that it runs there:
 * `<output>/node_modules/@filmgate/<name>/dist`. The packages find each other beside them, and everything else in the
 * project's node_modules further up. What a package needs to run is in
 * its `dist`. See tools/bootstrap/builds.mjs for why.
 *
 * Run: node tools/build/build-javascript.ts OUTPUT
 */

const TARGET = 'node22';
/** Whatever is imported by name comes from node_modules; only files of the package itself are bundled. */
const IMPORTED_BY_NAME = /^[^./]/;

async function buildPackage(workspacePackage: WorkspacePackage, output: string): Promise<void> {
  const { directory } = workspacePackage;
  const entries = listPackageEntries(workspacePackage);
  await build({
    config: false,
    silent: true,
    entry: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    outDir: join(output, 'dist'),
    format: 'esm',
    target: TARGET,
    platform: 'node',
    sourcemap: true,
    // Node keeps each map it reads: stack traces need the places, not the text.
    esbuildOptions: (options) => {
      options.sourcesContent = false;
    },
    external: [IMPORTED_BY_NAME],
    removeNodeProtocol: false,
  });
  await buildPages(directory, join(output, 'dist', 'pages'));
  cpSync(join(directory, 'package.json'), join(output, 'package.json'));
  const ownDependencies = join(directory, 'node_modules');
  if (existsSync(ownDependencies)) symlinkSync(ownDependencies, join(output, 'node_modules'));
}

const pagesBuilder = z.object({
  buildPages: z.custom<(outDir: string) => Promise<void>>((value) => typeof value === 'function'),
});

/** A package with pages builds them itself: how is nobody else's business. */
async function buildPages(directory: string, outDir: string): Promise<void> {
  const builder = join(directory, 'build', 'build-pages.ts');
  if (!existsSync(builder)) return;
  const built = pagesBuilder.parse(await import(builder));
  await built.buildPages(outDir);
}

async function buildAll(output: string): Promise<void> {
  const packages = listWorkspacePackages(resolve(import.meta.dirname, '../..'));
  await Promise.all(
    packages.map(async (workspacePackage) => {
      const target = join(output, 'node_modules', workspacePackage.manifest.name);
      mkdirSync(dirname(target), { recursive: true });
      await buildPackage(workspacePackage, target);
    }),
  );
}

const [output] = process.argv.slice(2);
if (output === undefined) throw new Error('usage: build-javascript.ts OUTPUT');
await buildAll(resolve(output));
