import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseGlossary, readGlossary } from './read-glossary.ts';

const root = resolve(import.meta.dirname, '../..');
const entries = readGlossary();

/** Documents with words of an earlier vocabulary, or that list them. */
const exceptions = ['docs/glossary.md', 'docs/mock.md', 'docs/settings.md'];

/** Prose without examples, names in backticks, links and generated tables. */
function proseOf(markdown: string): string {
  return markdown
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/<!-- table [^]*?<!-- end of table -->/g, '')
    .replaceAll(/`[^`\n]*`|\[[^\]]*\]\([^)]*\)/g, '');
}

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
    const text = readFileSync(join(root, 'docs/glossary.md'), 'utf8');
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

describe.each(
  globSync(['*.md', 'docs/{,operating/}*.md'], { cwd: root }).filter(
    (path) => !exceptions.includes(path),
  ),
)('%s', (path) => {
  it('uses no word that the glossary replaces', () => {
    // The tables of the style sheet name words to avoid.
    const markdown = readFileSync(join(root, path), 'utf8').replaceAll(
      /^\| (?:Write|Before) [^]*?^$/gm,
      '',
    );
    const words = entries.flatMap(({ replaces }) => replaces);
    const found = words.filter((word) =>
      new RegExp(String.raw`\b${word}(?:s|d|ed|ing)?\b`, 'i').test(proseOf(markdown)),
    );
    expect(found).toEqual([]);
  });
});
