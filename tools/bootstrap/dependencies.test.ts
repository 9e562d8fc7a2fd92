import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areDependenciesInPlace } from './dependencies.mjs';

const locked = {
  '': { name: 'project', devDependencies: { checker: '1.0.0' } },
  'packages/core': { version: '0.1.0', dependencies: { zod: '^4.0.0' } },
  'tools/build': {
    devDependencies: { '@filmgate/core': '0.1.0' },
    optionalDependencies: { 'esbuild-here': '1.0.0' },
  },
  'tools/node': { optionalDependencies: { 'node-here': '24.0.0' } },
  'node_modules/@filmgate/core': { resolved: 'packages/core', link: true },
  'node_modules/zod': { version: '4.0.0', integrity: 'sha512-zod' },
  'node_modules/checker': { version: '1.0.0', integrity: 'sha512-c' },
  'node_modules/esbuild-here': { version: '1.0.0', integrity: 'sha512-e', optional: true },
};

/** Locked packages of a machine that needs no other Node, and of one that does. */
const newNode = { execPath: process.execPath, versions: { ...process.versions, node: '24.0.0' } };
const oldNode = { execPath: process.execPath, versions: { ...process.versions, node: '20.0.0' } };

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filmgate-dependencies-'));
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: locked }));
  for (const folder of ['', 'packages/core', 'tools/build', 'tools/node']) {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, 'package.json'), '{}');
  }
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function writeInstalled(packages: object) {
  const path = join(root, 'node_modules', '.package-lock.json');
  writeFileSync(path, JSON.stringify({ packages }));
}

const { '': _project, ...installed } = locked;
const { 'node_modules/esbuild-here': _optional, ...withoutOptional } = installed;
const { 'node_modules/zod': _zod, ...withoutZod } = installed;
const { 'node_modules/checker': _checker, ...withoutChecker } = installed;

describe('dependencies are in place', () => {
  it.each([
    ['as locked', installed],
    ['without an optional one, made for another machine', withoutOptional],
    ['without what only checks need', withoutChecker],
  ])('when installed %s', (_what, packages) => {
    writeInstalled(packages);
    expect(areDependenciesInPlace(root, 'run', newNode)).toBe(true);
  });

  it.each([
    ['one is missing', withoutZod],
    [
      'one has another version',
      { ...installed, 'node_modules/zod': { version: '3.9.9', integrity: 'sha512-zod' } },
    ],
    [
      'one has other bytes',
      { ...installed, 'node_modules/zod': { version: '4.0.0', integrity: 'sha512-other' } },
    ],
    [
      'one is there that is not locked',
      { ...installed, 'node_modules/lodash': { version: '4.0.0' } },
    ],
    [
      'a workspace is a copy',
      { ...installed, 'node_modules/@filmgate/core': { version: '0.1.0' } },
    ],
    [
      'they were installed on another kind of machine',
      {
        ...installed,
        'node_modules/esbuild-here': { ...locked['node_modules/esbuild-here'], os: ['plan9'] },
      },
    ],
  ])('not when %s', (_what, packages) => {
    writeInstalled(packages);
    expect(areDependenciesInPlace(root, 'run', newNode)).toBe(false);
  });

  it('not when nothing was installed', () => {
    expect(areDependenciesInPlace(root, 'run', newNode)).toBe(false);
  });

  it('not when the record of the installation was cut short', () => {
    writeFileSync(join(root, 'node_modules', '.package-lock.json'), '{"packages":{');
    expect(areDependenciesInPlace(root, 'run', newNode)).toBe(false);
  });

  it('[commands.install-groups] for all only with what checks need', () => {
    writeInstalled(withoutChecker);
    expect(areDependenciesInPlace(root, 'all', newNode)).toBe(false);
    writeInstalled(installed);
    expect(areDependenciesInPlace(root, 'all', newNode)).toBe(true);
  });

  it('for all but the workspaces that are not here, as in an image', () => {
    rmSync(join(root, 'package.json'));
    writeInstalled(withoutChecker);
    expect(areDependenciesInPlace(root, 'all', newNode)).toBe(true);
  });

  it('[commands.node-at-hand] not without a Node that runs the project', () => {
    writeInstalled(installed);
    expect(areDependenciesInPlace(root, 'run', oldNode)).toBe(false);
    writeFileSync(join(root, 'node_modules', '.bin', 'node'), '');
    expect(areDependenciesInPlace(root, 'run', oldNode)).toBe(true);
  });
});
