import { describe, expect, it } from 'vitest';
import { extractSnippets } from './extract-snippets.ts';

function extract(...lines: readonly string[]) {
  return extractSnippets('README.md', lines.join('\n'));
}

describe('snippets of a document', () => {
  it('are its fenced blocks, with language, name and place', () => {
    const snippets = extract(
      '# Title',
      '```bash test=first-video',
      'npm start',
      '',
      'curl x',
      '```',
      'Text with `code`.',
      '~~~ts',
      'const a = 1;',
      '~~~',
    );
    expect(snippets).toEqual([
      {
        document: 'README.md',
        line: 2,
        language: 'bash',
        test: 'first-video',
        text: 'npm start\n\ncurl x',
      },
      { document: 'README.md', line: 8, language: 'ts', test: undefined, text: 'const a = 1;' },
    ]);
  });

  it('keep a shorter fence inside a longer one as text', () => {
    const [snippet, ...more] = extract('````markdown', '```ts', 'x', '```', '````');
    expect(snippet).toMatchObject({ language: 'markdown', text: '```ts\nx\n```' });
    expect(more).toEqual([]);
  });

  it('lose the indentation of the list they stand in, and keep their own', () => {
    const [snippet] = extract(
      '1. First',
      '   ```js test=listed',
      '   if (a) {',
      '     b();',
      '   }',
      '   ```',
    );
    expect(snippet).toMatchObject({ test: 'listed', text: 'if (a) {\n  b();\n}' });
  });

  it.each([
    ['```', '', undefined],
    ['``` json', 'json', undefined],
    ['```json title="x" test=sample', 'json', 'sample'],
    ['```ts twotest=sample', 'ts', undefined],
  ])('read the words after the fence: %s', (fence, language, test) => {
    expect(extract(fence, 'x', '```')).toMatchObject([{ language, test }]);
  });

  it('end with the document when they are not closed, and with either kind of line end', () => {
    expect(extractSnippets('README.md', '```ts\r\na\r\nb')).toMatchObject([{ text: 'a\nb' }]);
  });

  it('are empty without a fence', () => {
    expect(extract('text', '`code`', '``', '    indented')).toEqual([]);
    expect(extract('``` not a `fence`', 'text')).toEqual([]);
  });
});
