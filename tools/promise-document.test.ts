import { globSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readContract } from './requirements/contract.ts';

const ids = readContract().map(({ id }) => id);
const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'promise.md'), 'utf8');

/** Code spans of the document. */
const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

it('names every invariant by its id', () => {
  const invariants = ids.filter((id) => id.startsWith('invariants.'));
  expect(invariants.length).toBeGreaterThan(0);
  expect(invariants.filter((id) => !quoted.includes(id))).toEqual([]);
});

it('names no promise that there is not', () => {
  const known = new Set(ids);
  const families = new Set([...known].map((id) => id.split('.')[0] ?? ''));
  const isPromise = (code: string) =>
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(code) && families.has(code.split('.')[0] ?? '');
  expect(quoted.filter((code) => isPromise(code) && !known.has(code))).toEqual([]);
});

/** Brackets and stars as a shell has them: `{tasks,native}`, `*-settings.ts`. */
const isThere = (path: string) => globSync(path, { cwd: root }).length > 0;

function codesIn(document: string): readonly string[] {
  const found = readFileSync(join(root, document), 'utf8').matchAll(/`([^`\n]+)`/g);
  return [...found].map(([, code]) => code ?? '');
}

const documents = globSync(['*.md', 'docs/{,operating/,mock/}*.md', 'packages/*/README.md'], {
  cwd: root,
});

describe.each(documents.filter((path) => path !== 'CHANGELOG.md'))('%s', (document) => {
  it('names files and folders that there are', () => {
    const paths = codesIn(document).filter((code) =>
      /^(packages|tools|bench)\/[^<>\s]+$/.test(code),
    );
    expect(paths.filter((path) => !isThere(path))).toEqual([]);
  });
});

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names sources that there are', (document) => {
  const sources = globSync('{packages,tools,bench,examples}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const names = new Set(sources.map((path) => basename(path)));
  const named = codesIn(document).filter((code) => /^[a-z0-9-]+(\.[a-z]+)?\.tsx?$/.test(code));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});
