import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { requirements } from '../requirements/index.ts';

const root = resolve(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'promise.md'), 'utf8');

/** What stands in the document as code. */
const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code ?? '');

it('names every invariant by its requirement', () => {
  const invariants = requirements.map(({ id }) => id).filter((id) => id.startsWith('invariants.'));
  expect(invariants.length).toBeGreaterThan(0);
  expect(invariants.filter((id) => !quoted.includes(id))).toEqual([]);
});

it('names no requirement that there is not', () => {
  const known = new Set(requirements.map(({ id }) => id));
  const families = new Set([...known].map((id) => id.split('.')[0] ?? ''));
  const isRequirement = (code: string) =>
    /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(code) && families.has(code.split('.')[0] ?? '');
  expect(quoted.filter((code) => isRequirement(code) && !known.has(code))).toEqual([]);
});

it('names tests and folders that there are', () => {
  const paths = quoted.filter((code) => /^(packages|tools|bench)\//.test(code));
  expect(paths.length).toBeGreaterThan(0);
  const isThere = (path: string) =>
    path.includes('*') ? globSync(path, { cwd: root }).length > 0 : existsSync(join(root, path));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});
