import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPackageEntries, listWorkspacePackages } from './workspace-package.ts';

let root = '';

function writeManifest(folder: string, manifest: object) {
  const path = join(root, 'packages', folder, 'package.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(manifest));
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filmgate-workspace-'));
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('the packages of the workspace', () => {
  it('are the folders that have a manifest, by name', () => {
    writeManifest('server', { name: '@filmgate/server', version: '1.0.0' });
    writeManifest('core', { name: '@filmgate/core', version: '1.0.0' });
    mkdirSync(join(root, 'packages', 'no-package'));
    expect(listWorkspacePackages(root).map(({ folder }) => folder)).toEqual(['core', 'server']);
  });

  it('have as entries what they export, run and start as threads, each with its source', () => {
    writeManifest('server', {
      name: '@filmgate/server',
      version: '1.0.0',
      bin: { filmgate: './dist/cli.js' },
      exports: {
        '.': {
          '@filmgate/source': './src/index.ts',
          types: './dist/index.d.ts',
          default: './dist/index.js',
        },
        './laws': { '@filmgate/source': './src/laws/all.ts', default: './dist/laws/all.js' },
        './package.json': './package.json',
      },
    });
    mkdirSync(join(root, 'packages', 'server', 'src', 'log'), { recursive: true });
    writeFileSync(join(root, 'packages', 'server', 'src', 'log', 'write-thread.ts'), '');
    const entries = listWorkspacePackages(root).flatMap(listPackageEntries);
    const source = (path: string) => join(root, 'packages', 'server', 'src', path);
    expect(entries).toEqual([
      { name: 'index', source: source('index.ts') },
      { name: 'laws/all', source: source('laws/all.ts') },
      { name: 'cli', source: source('cli.ts') },
      { name: 'write-thread', source: source('log/write-thread.ts') },
    ]);
  });
});
