import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openMemoryFolder } from './memory-folder.ts';

const memory = '/dev/shm';
let location = '';

beforeEach(() => {
  location = mkdtempSync(join(existsSync(memory) ? memory : tmpdir(), 'memory-folder-'));
});
afterEach(() => rmSync(location, { recursive: true, force: true }));

describe('the folder in memory', () => {
  it('is a new one, and leaves nothing behind', () => {
    const folder = openMemoryFolder({ location, neededBytes: 1 });
    expect(readdirSync(location)).toHaveLength(existsSync(memory) ? 1 : 0);
    if (folder !== undefined) writeFileSync(join(folder.path, 'store'), 'x');
    folder?.remove();
    expect(readdirSync(location)).toEqual([]);
  });

  it('is none where there is not enough room', () => {
    expect(openMemoryFolder({ location, neededBytes: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    expect(readdirSync(location)).toEqual([]);
  });

  it('is none where no such file system is', () => {
    const nowhere = join(location, 'nowhere');
    expect(openMemoryFolder({ location: nowhere, neededBytes: 1 })).toBeUndefined();
    expect(openMemoryFolder({ location: '/proc', neededBytes: 1 })).toBeUndefined();
  });

  it('frees what runs left that are gone, and nothing of others', () => {
    const gone = spawnSync(process.execPath, ['--version']).pid;
    const names = [`filmgate-test-${process.ppid}-a`, 'of-another-program'];
    for (const name of [...names, `filmgate-test-${gone}-a`]) mkdirSync(join(location, name));
    openMemoryFolder({ location, neededBytes: Number.MAX_SAFE_INTEGER });
    expect(readdirSync(location).toSorted()).toEqual(names.toSorted());
  });
});
