import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import * as z from 'zod';
import type { WorkspacePackage } from '../build/workspace-package.ts';
import { findForgottenExports } from './forgotten-exports.ts';

/** Use of the packed packages by an embedder, outside the checkout. */

/** Runs a command to its end, or throws with its output. */
export type MustSucceed = (command: readonly [string, ...string[]], cwd: string) => Promise<string>;

const exampleManifest = z.looseObject({ dependencies: z.record(z.string(), z.string()) });

/** Copies the examples like a reader: their programs and manifests, without their tests. */
export function copyExamples(root: string, target: string): readonly string[] {
  mkdirSync(target);
  const names = readdirSync(join(root, 'examples')).filter((name) =>
    existsSync(join(root, 'examples', name, 'package.json')),
  );
  for (const name of names) {
    cpSync(join(root, 'examples', name), join(target, name), {
      recursive: true,
      filter: (path) => !path.endsWith('.test.ts') && !path.includes('node_modules'),
    });
  }
  return names;
}

/** Runs `npm start` of each example, on the packages installed above them; each checks itself. */
export async function startExamples(
  user: string,
  names: readonly string[],
  mustSucceed: MustSucceed,
): Promise<void> {
  for (const name of names) await mustSucceed(['npm', 'start'], join(user, 'examples', name));
}

/** Compiles the copied examples with the settings of a stranger, against the declarations that are shipped. */
export async function compileExamples(
  user: string,
  root: string,
  mustSucceed: MustSucceed,
): Promise<void> {
  const compilerOptions = {
    target: 'ES2024',
    module: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules', '@types')],
  };
  const config = { compilerOptions, include: ['examples/*/*.ts'] };
  writeFileSync(join(user, 'tsconfig.json'), JSON.stringify(config));
  await mustSucceed([join(root, 'node_modules', '.bin', 'tsc'), '-p', '.'], user);
}

/** The oldest Fastify that may be the host, and the example that mounts the API in it. */
const oldestFastify = '5.4.0';
const mounting = 'embed-in-fastify';

/** Mounts the API in the oldest Fastify, in a folder with nothing else in it. */
export async function startOnOldestFastify(
  folder: string,
  given: {
    readonly root: string;
    readonly archives: readonly string[];
    readonly installFlags: readonly string[];
    readonly mustSucceed: MustSucceed;
  },
): Promise<void> {
  const { root, archives, installFlags, mustSucceed } = given;
  cpSync(join(root, 'examples', mounting), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('.test.ts') && !path.includes('node_modules'),
  });
  const path = join(folder, 'package.json');
  const manifest = exampleManifest.parse(JSON.parse(readFileSync(path, 'utf8')));
  const dependencies = Object.fromEntries(
    Object.keys(manifest.dependencies).map((name) => [name, archiveOf(name, archives) ?? '*']),
  );
  const pinned = { ...dependencies, fastify: oldestFastify };
  const overrides = Object.fromEntries(
    Object.entries(pinned).filter(([name]) => name.startsWith('@filmgate/')),
  );
  // A provider's package stands on the engine, and the engine on the facts, which this example does not name.
  const unnamed = ['@filmgate/upstream-http', '@filmgate/provider-facts'].flatMap((name) => {
    const archive = archiveOf(name, archives);
    return archive === undefined ? [] : [[name, archive] as const];
  });
  const all = { ...pinned, ...Object.fromEntries(unnamed) };
  writeFileSync(path, JSON.stringify({ ...manifest, dependencies: all, overrides }));
  await mustSucceed(['npm', 'install', ...installFlags], folder);
  await mustSucceed(['npm', 'start'], folder);
}

function archiveOf(name: string, archives: readonly string[]): string | undefined {
  const start = `${name.replace('@', '').replace('/', '-')}-0`;
  const archive = archives.find((path) => path.slice(path.lastIndexOf('/') + 1).startsWith(start));
  return archive === undefined ? undefined : `file:${archive}`;
}

/** Packages that a bundler includes for a program with one function of the core, a line each. */
export async function neededForModelIds(user: string): Promise<readonly string[]> {
  const contents = `import { parseModelId } from '@filmgate/core';
console.log(parseModelId('vm_std-2.0-5s-720p'));`;
  const { metafile } = await build({
    stdin: { contents, resolveDir: user },
    bundle: true,
    format: 'esm',
    write: false,
    metafile: true,
    absWorkingDir: user,
    logLevel: 'silent',
  });
  const kept = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  if (!kept.some((path) => path.endsWith('/model-id.js')))
    return ['parseModelId itself is missing'];
  return kept.filter((path) => /node_modules\/(?!@filmgate\/core\/)/.test(path));
}

/** Types that shipped signatures mention and nothing exports, a line each. */
export function forgottenExports(user: string, packages: readonly WorkspacePackage[]) {
  return packages.flatMap(({ manifest }) => {
    const folder = join(user, 'node_modules', manifest.name);
    const modules = Object.entries(manifest.exports).flatMap(([path, target]) => {
      const types = typeof target === 'string' ? undefined : target['types'];
      if (types === undefined) return [];
      return [{ name: manifest.name + path.slice(1), declarations: join(folder, types) }];
    });
    return findForgottenExports(folder, modules).map(
      ({ module, type, mentionedBy }) => `${module}: ${mentionedBy} mentions ${type}`,
    );
  });
}
