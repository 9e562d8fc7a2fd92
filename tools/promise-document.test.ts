import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { readContract } from './requirements/contract.ts';

const ids = readContract().map(({ id }) => id);
const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'promise.md'), 'utf8');

/** What stands in the document as code. */
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

it('names tests and folders that there are', () => {
  const paths = quoted.filter((code) => /^(packages|tools|bench)\//.test(code));
  expect(paths.length).toBeGreaterThan(0);
  const isThere = (path: string) =>
    path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
