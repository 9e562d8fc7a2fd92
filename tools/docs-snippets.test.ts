import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTestFile, parseSource, readSources } from './architecture/source-file.ts';
import { extractSnippets } from './docs/extract-snippets.ts';
import { readAllSnippets, readSnippets } from './docs/read-snippets.ts';
import { findSnippetGaps, readNamesOf } from './docs/snippet-gaps.ts';

function gapsOf(markdown: string, ...readNames: readonly string[]) {
  return findSnippetGaps(extractSnippets('docs/a.md', markdown), new Set(readNames));
}

describe('the rule', () => {
  it.each([
    ['```ts\na\n```', 'docs/a.md:1 names no test'],
    [
      'text\n\n```bash test=first-video\na\n```',
      "docs/a.md:3 no test calls readSnippets('first-video')",
    ],
    ['```json test=firstVideo\n{}\n```', '"firstVideo" is not kebab-case'],
    ['```\na\n```', 'names no language'],
  ])('finds a block that no test runs: %j', (markdown, problem) => {
    expect(gapsOf(markdown)).toEqual([expect.stringContaining(problem)]);
  });

  it.each(['```ts test=first-video\na\n```', '```text\na\n```', '```mermaid\na\n```', 'no block'])(
    'lets %j be',
    (markdown) => {
      expect(gapsOf(markdown, 'first-video')).toEqual([]);
    },
  );

  it('sees the names a test asks for, and not those in comments or texts', () => {
    const text = `
      const [snippet] = readSnippets('first-video');
      // readSnippets('comment')
      const shown = "readSnippets('text')";
      readSomething('other');
    `;
    const file = parseSource('packages/server/test/end-to-end/a.test.ts', text);
    expect(readNamesOf(file)).toEqual(['first-video']);
  });

  it('refuses to read a block that is not there', () => {
    const name = 'in-no-document';
    expect(() => readSnippets(name)).toThrow(RangeError);
  });
});

describe('the documents', () => {
  it('have no example that no test runs', () => {
    const sources = readSources(
      resolve(import.meta.dirname, '..'),
      (path, text) => isTestFile(path) && text.includes('readSnippets'),
    );
    const readNames = new Set(sources.flatMap(readNamesOf));
    expect(findSnippetGaps(readAllSnippets(), readNames)).toEqual([]);
  });
});
