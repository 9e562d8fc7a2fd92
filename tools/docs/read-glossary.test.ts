import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseGlossary, readGlossary } from './read-glossary.ts';

const entries = readGlossary();

function repeated(words: readonly string[]): readonly string[] {
  return words.filter((word, index) => words.indexOf(word) !== index);
}

describe('a row of the glossary', () => {
  it('has a term, a meaning and the words it replaces', () => {
    const head = '| Term | Meaning | Replaces |\n|---|---|---|\n';
    expect(parseGlossary(`${head}| **video** | a result | film, clip (a video) |`)).toEqual([
      {
        term: 'video',
        meaning: 'a result',
        replaces: ['film'],
        replacesInSense: ['clip (a video)'],
      },
    ]);
  });

  it('may replace no word', () => {
    expect(parseGlossary('| **slot** | a job in flight | |')).toEqual([
      { term: 'slot', meaning: 'a job in flight', replaces: [], replacesInSense: [] },
    ]);
  });
});

describe('docs/glossary.md', () => {
  it('has no row that cannot be read', () => {
    const text = readFileSync(resolve(import.meta.dirname, '../../docs/glossary.md'), 'utf8');
    expect(text.match(/^\| \*\*/gm)).toHaveLength(entries.length);
  });

  it('has each term once, and replaces each word by one term', () => {
    expect(repeated(entries.map(({ term }) => term))).toEqual([]);
    const replaced = entries.flatMap(({ replaces, replacesInSense }) => [
      ...replaces,
      ...replacesInSense,
    ]);
    expect(repeated(replaced)).toEqual([]);
  });

  it('uses no term that it replaces', () => {
    const terms = new Set(entries.map(({ term }) => term));
    expect(entries.flatMap(({ replaces }) => replaces.filter((word) => terms.has(word)))).toEqual(
      [],
    );
  });
});
