import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { requirements } from '../requirements/index.ts';
import { parseSource, readSources } from './architecture/source-file.ts';
import { compareCoverage } from './requirements/compare-coverage.ts';
import { testTitlesOf } from './requirements/test-titles.ts';

const noGaps = { repeatedIds: [], malformedIds: [], uncitedIds: [], unknownIds: [] };

function titlesIn(text: string) {
  return testTitlesOf(parseSource('packages/core/src/a.test.ts', text));
}

function promise(...ids: readonly string[]) {
  return ids.map((id) => ({ id, source: 'document §1', text: 'A promise.' }));
}

describe('titles of tests', () => {
  it.each([
    ["it('[a.b] works', () => {});", '[a.b] works'],
    ['test("[a.b] works", () => {});', '[a.b] works'],
    ["describe('[a.b] works', () => {});", '[a.b] works'],
    ['it(`[a.b] works`, () => {});', '[a.b] works'],
    ['it(`[a.b] works for ${name}`, () => {});', '[a.b] works for '],
    ["it('[a.b]' + '[c.d] works', () => {});", '[a.b][c.d] works'],
    ["it.each([1, 2])('[a.b] %i works', () => {});", '[a.b] %i works'],
    ["it.each`a\n${1}`('[a.b] works', () => {});", '[a.b] works'],
    ["it.concurrent.each(table)('[a.b] works', () => {});", '[a.b] works'],
    ["test.prop([fc.nat()])('[a.b] holds', () => {});", '[a.b] holds'],
    ["const law = { name: '[a.b] holds', holds: async () => {} };", '[a.b] holds'],
  ])('are read from %s', (text, title) => {
    expect(titlesIn(text)).toEqual([title]);
  });

  it.each([
    "// it('[a.b] works')",
    "/** it('[a.b] works') */",
    'const text = "it(\'[a.b] works\')";',
    "expect('[a.b] works').toBe(1);",
    "const job = { name: '[a.b]' };",
    "it.each(['[a.b]'])(title, () => {});",
  ])('are not read from %s', (text) => {
    expect(titlesIn(text)).toEqual([]);
  });
});

describe('comparing promises with titles', () => {
  it('is content when each is cited', () => {
    const titles = [
      '[tasks.create.first-202][tasks.list] works',
      '[tasks.list] again',
      'see [1] and [x]',
    ];
    expect(compareCoverage(promise('tasks.create.first-202', 'tasks.list'), titles)).toEqual(
      noGaps,
    );
  });

  it.each([
    [['tasks.list', 'tasks.list'], '[tasks.list]', { repeatedIds: ['tasks.list'] }],
    [['tasks'], '[tasks]', { malformedIds: ['tasks'], uncitedIds: ['tasks'] }],
    [['tasks.List'], '[tasks.List]', { malformedIds: ['tasks.List'], uncitedIds: ['tasks.List'] }],
    [['tasks.list'], 'lists tasks.list', { uncitedIds: ['tasks.list'] }],
    [['tasks.list'], '[tasks.lists]', { uncitedIds: ['tasks.list'], unknownIds: ['tasks.lists'] }],
    [[], '[tasks.create.gone]', { unknownIds: ['tasks.create.gone'] }],
  ])('finds what is wrong with %j cited by "%s"', (ids, title, gaps) => {
    expect(compareCoverage(promise(...ids), [title])).toEqual({ ...noGaps, ...gaps });
  });
});

describe('the requirements', () => {
  const root = resolve(import.meta.dirname, '..');
  const files = readSources(root).filter(
    ({ path }) => path.endsWith('.test.ts') || path.startsWith('packages/conformance/src/'),
  );
  const titles = files.flatMap(testTitlesOf);

  it('and the tests were found', () => {
    expect(requirements.length).toBeGreaterThan(100);
    expect(titles.length).toBeGreaterThan(100);
  });

  it('[suite.requirements-cited] have an id of their own each, and every id is cited by a test', () => {
    expect(compareCoverage(requirements, titles)).toEqual(noGaps);
  });
});
