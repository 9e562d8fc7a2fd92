import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readGlossary } from '../docs/read-glossary.ts';
import { findPlainWords, readTextFiles, type TextFile } from './plain-words.ts';
import {
  comparePlainWords,
  countPlainWords,
  lowerCounts,
  readPlainWordList,
} from './plain-words-list.ts';
import { parseSource } from './source-file.ts';

const root = resolve(import.meta.dirname, '../..');
const settingTexts = 'packages/server/src/settings/texts/en.json';

/** Sum of the list. Lower this number with the list; never raise it. */
const mostExceptions = 844;

const replaced = ['film', 'told', 'upstream', 'upstream key', 'answer'];

function findInSource(text: string) {
  const found = findPlainWords([parseSource('packages/core/src/a.tsx', text)], [], replaced);
  return found.map(({ rule }) => rule);
}

function findInTexts(...texts: readonly TextFile[]) {
  return findPlainWords([], texts, replaced).map(({ rule }) => rule);
}

describe('in the sources', () => {
  it.each([
    '/** What a job costs. */',
    '/**\n * How long a lease lasts, in milliseconds.\n */',
    '/** Whether it ended. */ const a = 1;',
    'interface A {\n  /** Where it is. */\n  readonly a: string;\n}',
  ])('a doc comment that begins with a question word is found: %j', (text) => {
    expect(findInSource(text)).toEqual(['opening']);
  });

  it.each([
    'const film = 1;',
    'function f(toldAt: number) {}',
    'interface A { readonly upstreamKey: string }',
    'const FILMGATE_UPSTREAM_KEY = 1;',
    'type HTTPAnswer = string;',
    "const text = 'The film is ready.';",
    'const text = `${1} answers were lost`;',
    'const page = <p>Films</p>;',
  ])('a word that the glossary replaces is found: %s', (text) => {
    expect(findInSource(text)).toEqual(['word']);
  });

  it.each([
    `// ${'a'.repeat(118)}`,
    `/**\n * ${'a'.repeat(118)}\n */`,
    `const a = 1; // ${'a'.repeat(110)}`,
    `const page = <p>{/* ${'a'.repeat(120)} */}</p>;`,
  ])('a comment line of more than 120 columns is found: %j', (text) => {
    expect(findInSource(text)).toEqual(['width']);
  });

  it.each([
    '/** Returns what a job costs. */',
    '// What a job costs.',
    'const text = "/** What */";',
    "import { answer } from '@filmgate/upstream-http'; answer.upstream.told();",
    "const filmgate = 'answer'; const text = 'see packages/upstream-http/src and `answer`';",
    `// ${'a'.repeat(117)}`,
    `const text = '${'a '.repeat(120)}//';\n// a`,
  ])('%s is not', (text) => {
    expect(findInSource(text)).toEqual([]);
  });
});

describe('in texts and documents', () => {
  it.each([
    { path: 'docs/a.md', text: 'The films\n' },
    { path: 'docs/a.md', text: 'An [answer](a.md)\n' },
    { path: 'packages/console/src/app/texts/en/jobs.json', text: '{ "a": { "b": "Answers" } }' },
    { path: settingTexts, text: '{ "A": { "title": "Upstream", "help": "Name." } }' },
  ])('a word that the glossary replaces is found: $text', (file) => {
    expect(findInTexts(file)).toEqual(['word']);
  });

  it.each([
    'What callers show.',
    'The same of one caller.',
    'Where a file is.',
    'Least weight of a line.',
    'If unset, none.',
  ])('a help without a noun first is found: %s', (help) => {
    const text = JSON.stringify({ A: { title: 'A', help } });
    expect(findInTexts({ path: settingTexts, text })).toEqual(['help']);
  });

  it('names in backticks, examples, targets of links and nouns are not', () => {
    const markdown =
      '`answer` [a](answer.md) @filmgate/upstream-http\n\n```ts\nconst film = 1;\n```\n';
    const help = 'Maximum session lifetime, in hours.';
    const text = JSON.stringify({ told: { title: 'Session', help } });
    expect(findInTexts({ path: 'README.md', text: markdown })).toEqual([]);
    expect(findInTexts({ path: settingTexts, text })).toEqual([]);
  });
});

describe('a count of the list', () => {
  const comment = parseSource('tools/a.ts', '/** What a is. */\n/** What b is. */');
  const findings = findPlainWords([comment], [], []);

  it('allows as many findings and no more', () => {
    expect(comparePlainWords(findings, { 'tools/a.ts: opening': 2 })).toEqual([]);
    const [more] = comparePlainWords(findings, { 'tools/a.ts: opening': 1 });
    expect(more?.path).toBe('tools/a.ts: opening');
    expect(more?.problem).toMatch(/^2 instead of 1:[^]*What a is[^]*What b is/);
    expect(comparePlainWords(findings, {})).toHaveLength(1);
  });

  it.each([
    [3, 'tools/a.ts: opening', 2],
    [1, 'tools/gone.ts: width', 0],
  ])('of %i is too high: "%s" is lowered to %i', (count, key, left) => {
    const list = { 'tools/a.ts: opening': 2, [key]: count };
    expect(comparePlainWords(findings, list).map(({ problem }) => problem)).toEqual([
      `lower "${key}" to ${left}: npm run plain-words -- -u`,
    ]);
  });

  it('is lowered and never raised', () => {
    const found = countPlainWords(findings);
    expect(lowerCounts({ 'tools/a.ts: opening': 3, 'tools/b.ts: width': 1 }, found)).toEqual(found);
    expect(lowerCounts({ 'tools/a.ts: opening': 1 }, found)).toEqual({ 'tools/a.ts: opening': 1 });
    expect(lowerCounts({}, found)).toEqual({});
  });
});

describe('[suite.plain-words] the list', () => {
  it('is no longer than it was', () => {
    const counts = Object.values(readPlainWordList(root));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(mostExceptions);
  });

  it('is compared with a glossary that replaces words, and with the help of settings', () => {
    expect(readGlossary().flatMap(({ replaces }) => replaces).length).toBeGreaterThan(10);
    expect(readTextFiles(root).map(({ path }) => path)).toContain(settingTexts);
  });
});
