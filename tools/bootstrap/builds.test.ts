import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  buildDirectory,
  computeBuildIdentity,
  isBuilt,
  makeBuild,
  removeUnusedBuilds,
  useBuild,
} from './builds.mjs';
import { BootstrapFailure } from './run-quietly.mjs';

let root = '';

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** A project whose "build" writes the given program into the output folder. */
function writeBuildTool(program: string) {
  write(
    'tools/build/build-program.ts',
    `import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
     const output: string = process.argv[2] ?? '';
     ${program}`,
  );
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'filmgate-builds-'));
  write('package-lock.json', '{}');
  write('packages/core/package.json', '{}');
  write('packages/core/src/job/job.ts', 'export const job = 1;');
  mkdirSync(join(root, 'node_modules', '.bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules', '.bin', 'node'));
  writeBuildTool("writeFileSync(output + '/package.json', '');");
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

describe('the identity of a build', () => {
  it('stays while nothing it is made from changes', () => {
    const before = computeBuildIdentity(root);
    write('packages/core/src/job/job.test.ts', 'test');
    write('packages/core/test/http/a.ts', 'test');
    write('packages/core/dist/index.js', 'output');
    write('packages/core/README.md', 'text');
    expect(computeBuildIdentity(root)).toBe(before);
  });

  it.each([
    ['a source', 'packages/core/src/job/job.ts'],
    ['a new source', 'packages/core/src/job/job-state.ts'],
    ['a manifest', 'packages/core/package.json'],
    ['the lock file', 'package-lock.json'],
    ['the build tool', 'tools/build/build-program.ts'],
  ])('changes with %s', (_what, path) => {
    const before = computeBuildIdentity(root);
    write(path, '{ "changed": true }');
    expect(computeBuildIdentity(root)).not.toBe(before);
  });

  it('tells where one file ends and the next begins', () => {
    write('packages/core/src/a.ts', 'xy');
    write('packages/core/src/b.ts', '');
    const before = computeBuildIdentity(root);
    write('packages/core/src/a.ts', 'x');
    write('packages/core/src/b.ts', 'y');
    expect(computeBuildIdentity(root)).not.toBe(before);
  });
});

describe('making a build', () => {
  it('puts it in place whole, under its identity, once', async () => {
    const identity = await makeBuild(root);
    expect(identity).toBe(computeBuildIdentity(root));
    expect(existsSync(join(buildDirectory(root, identity), 'package.json'))).toBe(true);
    rmSync(join(root, 'node_modules'), { recursive: true });
    await expect(makeBuild(root)).resolves.toBe(identity);
  });

  it('makes it again when a source was saved meanwhile', async () => {
    const source = JSON.stringify(join(root, 'packages/core/src/job/job.ts'));
    const mark = JSON.stringify(join(root, 'mark'));
    writeBuildTool(`
      if (!existsSync(${mark})) { appendFileSync(${source}, '// saved'); writeFileSync(${mark}, ''); }
      writeFileSync(output + '/package.json', '');`);
    const before = computeBuildIdentity(root);
    const identity = await makeBuild(root);
    expect(identity).not.toBe(before);
    expect(readdirSync(dirname(buildDirectory(root, identity)))).toEqual([identity]);
  });

  it('gives up when the sources never rest', async () => {
    const source = JSON.stringify(join(root, 'packages/core/src/job/job.ts'));
    writeBuildTool(`appendFileSync(${source}, '// saved');`);
    await expect(makeBuild(root)).rejects.toThrow('keep changing');
  });

  it('leaves nothing behind when it fails, and shows what the tool said', async () => {
    writeBuildTool("writeFileSync(output + '/half', ''); throw new Error('no such module: zod');");
    const failure = makeBuild(root);
    await expect(failure).rejects.toThrow(BootstrapFailure);
    await expect(failure).rejects.toThrow('no such module: zod');
    expect(isBuilt(root, computeBuildIdentity(root))).toBe(false);
    expect(readdirSync(join(root, '.filmgate', 'builds'))).toEqual([]);
  });
});

describe('removing builds no process uses', () => {
  const builds = () => readdirSync(join(root, '.filmgate', 'builds')).toSorted();

  beforeEach(() => {
    for (const name of ['current', 'older', 'draft-of-a-killed-build']) {
      write(`.filmgate/builds/${name}/package.json`, '{}');
    }
  });

  it('keeps the one of a process that runs', () => {
    expect(useBuild(root, 'older')).toBe(true);
    removeUnusedBuilds(root, 'current');
    expect(builds()).toEqual(['current', 'older']);
  });

  it('does not keep the one of a process that has ended', () => {
    const { pid } = spawnSync(process.execPath, ['--version']);
    write(`.filmgate/builds/older/users/${pid}`, '');
    removeUnusedBuilds(root, 'current');
    expect(builds()).toEqual(['current']);
  });

  it('tells who chose one that has gone', () => {
    removeUnusedBuilds(root, 'current');
    expect(useBuild(root, 'older')).toBe(false);
    expect(isBuilt(root, 'older')).toBe(false);
  });
});
