import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findFolderCycles, readFolderExceptions } from './folder-cycles.ts';
import { parseSource } from './source-file.ts';

const root = resolve(import.meta.dirname, '../..');
const exceptions = readFolderExceptions(root);

/** Length of the list. Lower this number with each exception that goes; never raise it. */
const mostExceptions = 57;

/** Files of the core by the files that they import. */
function find(imports: Readonly<Record<string, readonly string[]>>, excepted: string[] = []) {
  const files = Object.entries(imports).map(([path, targets]) => {
    const text = targets.map((target) => `import type { A } from '${target}';`).join('\n');
    return parseSource(`packages/core/src/${path}`, text);
  });
  return findFolderCycles(files, excepted).map(({ path, problem }) => `${path}: ${problem}`);
}

describe('a cycle of folders is found', () => {
  it('between two, at the file where least is imported', () => {
    const cycle = find({
      'job/a.ts': ['../ports/c.ts'],
      'job/b.ts': ['../ports/c.ts'],
      'ports/c.ts': [],
      'ports/d.ts': ['../job/a.ts'],
    });
    expect(cycle).toEqual([
      'packages/core/src/ports/d.ts: cycle of folders: core/job → core/ports → core/job',
    ]);
  });

  it('between three of which no two import each other', () => {
    const cycle = find({
      'job/a.ts': ['../ports/b.ts'],
      'ports/b.ts': ['../media/c.ts'],
      'media/d.ts': ['../job/e.ts'],
    });
    expect(cycle).toHaveLength(1);
    expect(cycle[0]).toContain('core/job → core/ports → core/media → core/job');
  });

  it('through the files of the root', () => {
    const cycle = find({ 'a.ts': ['./job/b.ts'], 'job/c.ts': ['../d.ts'] });
    expect(cycle[0]).toContain('core → core/job → core');
  });

  it('between folders of a folder', () => {
    const cycle = find({
      'jobs/list/a.ts': ['../detail/b.ts'],
      'jobs/detail/c.ts': ['../list/d.ts'],
    });
    expect(cycle[0]).toContain('core/jobs/list → core/jobs/detail');
  });

  it('between folders far below those', () => {
    const cycle = find({
      'jobs/list/a.ts': ['../../ports/b.ts'],
      'ports/late/c.ts': ['../../jobs/d.ts'],
    });
    expect(cycle[0]).toContain('core/jobs → core/ports');
  });
});

describe('no cycle is found', () => {
  it.each([
    ['in one direction', { 'job/a.ts': ['../ports/b.ts', '../c.ts'], 'ports/b.ts': ['../c.ts'] }],
    [
      'between a folder and what lies in it',
      { 'job/a.ts': ['./rows/b.ts'], 'job/rows/c.ts': ['../d.ts'] },
    ],
    [
      'through a test',
      { 'job/a.ts': ['../ports/b.ts'], 'ports/b.test.ts': ['../job/a.ts', 'vitest'] },
    ],
    [
      'through another package',
      { 'job/a.ts': ['../ports/b.ts'], 'ports/b.ts': ['../../../server/src/job/a.ts'] },
    ],
  ])('%s', (_what, imports) => {
    expect(find(imports)).toEqual([]);
  });
});

describe('an exception', () => {
  const pair = { 'job/a.ts': ['../ports/b.ts'], 'ports/c.ts': ['../job/d.ts'] };

  it('opens its own cycle and no other', () => {
    expect(find(pair, ['core/ports → core/job'])).toEqual([]);
    const another = { ...pair, 'media/e.ts': ['../job/a.ts'], 'ports/f.ts': ['../media/e.ts'] };
    const cycle = find(another, ['core/ports → core/job']);
    expect(cycle).toHaveLength(1);
    expect(cycle[0]).toContain('core/media');
  });

  it.each([
    ['nobody imports that way', { 'job/a.ts': ['../ports/b.ts'] }],
    ['the other way is gone', { 'ports/c.ts': ['../job/d.ts'] }],
  ])('has to go when %s', (_why, imports) => {
    expect(find(imports, ['core/ports → core/job'])).toEqual([
      'tools/architecture/folder-cycles.json: remove "core/ports → core/job": it closes no cycle any more',
    ]);
  });

  it('has to go alone when two close one cycle together', () => {
    const stale = find(pair, ['core/ports → core/job', 'core/job → core/ports']);
    expect(stale).toHaveLength(1);
  });
});

describe('[suite.folder-cycles] the exceptions', () => {
  it('are no more than they were', () => {
    expect(new Set(exceptions).size).toBe(exceptions.length);
    expect(exceptions).toHaveLength(mostExceptions);
  });
});
