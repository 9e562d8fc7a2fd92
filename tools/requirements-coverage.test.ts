import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseSource } from './architecture/source-file.ts';
import { readTestTitles } from './requirements/cited-ids.ts';
import { compareCoverage, promisesOf, readContract } from './requirements/contract.ts';
import { testTitlesOf } from './requirements/test-titles.ts';

const noGaps = { repeatedIds: [], wordlessIds: [], uncitedIds: [], unknownIds: [] };

function titlesIn(text: string) {
  return testTitlesOf(parseSource('packages/core/src/a.test.ts', text));
}

function promise(...ids: readonly string[]) {
  return ids.map((id, index) => ({
    id,
    text: `Promise ${index}.`,
    document: 'docs/contract/a.md',
  }));
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

describe('promises of a document', () => {
  it.each([
    ['- It works. [a.b]', ['a.b', 'It works.']],
    ['1. it works; [a.b]', ['a.b', 'it works;']],
    ['- It works over\n  two lines. [a.b]', ['a.b', 'It works over two lines.']],
    ['It works. [a.b]\n', ['a.b', 'It works.']],
    ['| I1 | It works. [a.b] |', ['a.b', 'It works.']],
    ['| `limit` | 1 to 100 [a.b] | 20 |', ['a.b', '1 to 100']],
  ])('are read from %j', (markdown, [id, text]) => {
    expect(promisesOf('a.md', markdown)).toEqual([{ id, text, document: 'a.md' }]);
  });

  it.each([
    'See `a.b`.',
    '[a.b](a.md) has more.',
    '```text\n- It works. [a.b]\n```\n',
    '[x], [1] and [A.b]',
  ])('are not read from %j', (markdown) => {
    expect(promisesOf('a.md', markdown)).toEqual([]);
  });

  it('are separate when several are in one block or below each other', () => {
    const texts = promisesOf('a.md', '- One. [a.a] Two. [a.b]\n- Three. [a.c]\n\nFour. [a.d]');
    expect(texts.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', 'Four.']);
  });

  it('have no words where none stand before the id', () => {
    const promises = [...promisesOf('a.md', '- [a.b]\n- Same. [a.c]\n- Same. [a.d]')];
    expect(compareCoverage(promises, ['[a.b][a.c][a.d]'])).toEqual({
      ...noGaps,
      wordlessIds: ['a.b', 'a.d'],
    });
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
    [['tasks.list'], 'lists tasks.list', { uncitedIds: ['tasks.list'] }],
    [['tasks.list'], '[tasks.lists]', { uncitedIds: ['tasks.list'], unknownIds: ['tasks.lists'] }],
    [[], '[tasks.create.gone]', { unknownIds: ['tasks.create.gone'] }],
  ])('finds what is wrong with %j cited by "%s"', (ids, title, gaps) => {
    expect(compareCoverage(promise(...ids), [title])).toEqual({ ...noGaps, ...gaps });
  });
});

describe('the contract', () => {
  const titles = readTestTitles(resolve(import.meta.dirname, '..'));
  const promises = readContract();

  it('and the tests were found', () => {
    expect(promises.length).toBeGreaterThan(100);
    expect(titles.length).toBeGreaterThan(100);
  });

  it('[suite.requirements-cited] gives each promise words and an id of its own, and every id is cited by a test', () => {
    expect(compareCoverage(promises, titles)).toEqual(noGaps);
  });
});
