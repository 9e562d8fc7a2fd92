import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { secretSettings, settingsSchema } from './settings-schema.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../../docs/settings.md'), 'utf8');

const rows = document
  .split('\n')
  .filter((line) => /^\| `(?:FILMGATE_|[A-Z]+_PROXY)/.test(line))
  .map((line) => line.split(' |').map((cell) => cell.replaceAll(/[|`]/g, '').trim()))
  .map(([name = '', value = '', file = '', meaning = '']) => ({ name, value, file, meaning }));

function inWords(value: unknown): string {
  if (value === undefined) return 'unset';
  if (typeof value === 'string') return value;
  const text = JSON.stringify(value);
  return text === '[]' || text === '{}' ? 'empty' : text;
}

describe('docs/settings.md', () => {
  it('[settings.defaults] lists every setting once with the default the program has, and no other', () => {
    const defaults: Readonly<Record<string, unknown>> = settingsSchema.parse({});
    const expected = Object.keys(settingsSchema.shape).map(
      (name) => `${name} ${inWords(defaults[name])}`,
    );
    expect(rows.map(({ name, value }) => `${name} ${value}`).toSorted()).toEqual(
      expected.toSorted(),
    );
  });

  it('[settings.secret-files] marks those that may come from a file', () => {
    const marked = rows.filter(({ file }) => file === 'file').map(({ name }) => name);
    expect(marked.toSorted()).toEqual([...secretSettings].toSorted());
  });

  it('explains the purpose of each', () => {
    expect(rows.filter(({ meaning }) => meaning.length < 10)).toEqual([]);
  });
});
