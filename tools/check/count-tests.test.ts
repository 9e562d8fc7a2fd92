import { describe, expect, it } from 'vitest';
import { countTests, type TestedCase, type TestedFile } from './count-tests.ts';

function file(tests: readonly TestedCase[], more: Partial<TestedFile> = {}): TestedFile {
  return { path: 'a.test.ts', durationMs: 1, hasFailedElsewhere: false, tests, ...more };
}

const passed: TestedCase = { name: 'x', state: 'passed', tags: [] };
const failed: TestedCase = { name: 'x', state: 'failed', tags: [], reason: 'no\n  at y' };
const skipped: TestedCase = { name: 'x', state: 'skipped', tags: [] };
const long: TestedCase = { name: 'x', state: 'skipped', tags: ['long'] };

function count(files: readonly TestedFile[], hasSucceeded = true) {
  return countTests({ files, hasSucceeded, isChosen: (tags) => !tags.includes('long') });
}

describe('counting tests', () => {
  it('adds up the files', () => {
    expect(count([file([passed, failed]), file([passed])])).toEqual({
      passed: 2,
      failed: 1,
      remarks: ['Failed: a.test.ts > x: no'],
    });
  });

  it('names each failure again at the end, the first fifty of many', () => {
    const broken = file([passed], { path: 'b.test.ts', hasFailedElsewhere: true });
    const { remarks } = count([file(Array.from({ length: 60 }, () => failed)), broken]);
    expect(remarks).toHaveLength(51);
    expect(remarks.at(-1)).toBe('Failed: 11 more');
    expect(count([broken]).remarks).toEqual(['Failed: b.test.ts outside its tests']);
  });

  it('[commands.test] counts a skipped test as failed, and leaves out what belongs to another run', () => {
    expect(count([file([passed, skipped, long])])).toEqual({
      passed: 1,
      failed: 1,
      remarks: ['1 tests are skipped'],
    });
  });

  it.each([
    ['a file that could not be loaded', [file([passed]), file([], { hasFailedElsewhere: true })]],
    ['no test at all', []],
    ['tests of other runs only', [file([long])]],
  ])('finds a failure in %s', (_what, files) => {
    expect(count(files)).toMatchObject({ failed: 1 });
  });

  it('finds a failure that belongs to no file', () => {
    expect(count([file([passed])], false)).toMatchObject({ passed: 1, failed: 1 });
  });
});
