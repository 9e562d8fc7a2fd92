import { cpSync, globSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { build, type Metafile } from 'esbuild';
import * as z from 'zod';
import { bundledLicenses } from './bundled-licenses.ts';
import { copyFixtures } from './copy-fixtures.ts';
import { requireBuiltins } from './require-builtins.ts';

/**
 * Builds the commands into a folder that runs anywhere, with nothing but Node:
 *
 *     dist/filmgate.js, dist/filmgate-mock.js   the commands; what only some need is in files loaded later
 *     dist/pages, dist/provider-fixtures,
 *     package.json                              what they read, where their sources have it, too
 *     node_modules/better-sqlite3               the one part that is no JavaScript
 *     LICENSES.txt                              of everything bundled
 *
 * Run: node tools/build/build-program.ts OUTPUT
 */

const root = resolve(import.meta.dirname, '../..');
const nativeModule = 'better-sqlite3';

/** Globals in which CommonJS modules expect `require` and their location. */
const olderForm = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url), __filename = import.meta.filename, __dirname = import.meta.dirname;`;

/** Files of worker threads, each beside the module that starts it. */
function entryPoints(): Record<string, string> {
  const threads = globSync('packages/*/src/**/*-thread.ts', { cwd: root });
  return {
    filmgate: 'tools/build/program/filmgate.mjs',
    'filmgate-mock': 'packages/upstream-mock/src/cli.ts',
    ...Object.fromEntries(threads.map((path) => [path.replace(/^.*\/|\.ts$/g, ''), path])),
  };
}

async function bundle(output: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entryPoints(),
    outdir: join(output, 'dist'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    conditions: ['@filmgate/source'],
    // Some older packages have a second main file that bundles, beside one that does not.
    mainFields: ['module', 'main'],
    external: [nativeModule],
    plugins: [requireBuiltins],
    banner: { js: olderForm },
    sourcemap: true,
    // For Node with --enable-source-maps, which reads all maps; names and lines are legible without.
    sourcesContent: false,
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

/** The installed native module, without its sources and the binaries of other systems. */
function copyNativeModule(output: string): void {
  const from = dirname(createRequire(import.meta.url).resolve(`${nativeModule}/package.json`));
  const ours = new RegExp(`/${process.platform}(?:musl)?-${process.arch}\\.node$`);
  cpSync(from, join(output, 'node_modules', nativeModule), {
    recursive: true,
    filter: (path) =>
      !/^\/(?:deps|src)\b/.test(path.slice(from.length)) &&
      (!path.endsWith('.node') || ours.test(path)),
  });
}

const pagesBuilder = z.object({
  buildPages: z.custom<(outDir: string) => Promise<void>>((value) => typeof value === 'function'),
});

/** Runs the console's own build of its pages. */
async function buildPages(outDir: string): Promise<void> {
  const builder = join(root, 'packages/console/build/build-pages.ts');
  await pagesBuilder.parse(await import(builder)).buildPages(outDir);
}

async function buildProgram(output: string): Promise<void> {
  const [metafile] = await Promise.all([bundle(output), buildPages(join(output, 'dist', 'pages'))]);
  copyNativeModule(output);
  cpSync(join(root, 'packages/server/package.json'), join(output, 'package.json'));
  copyFixtures(root, join(output, 'dist'));
  const licenses = bundledLicenses(root, Object.keys(metafile.inputs));
  writeFileSync(join(output, 'LICENSES.txt'), licenses);
}

const [output] = process.argv.slice(2);
if (output === undefined) throw new Error('usage: build-program.ts OUTPUT');
await buildProgram(resolve(output));
