import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createChecks } from './create-checks.ts';

const root = resolve(import.meta.dirname, '../..');
const names = [
  'system packages',
  'tests',
  'format',
  'lint',
  'types',
  'unused code',
  'build',
  'packed packages',
  'mutation',
];

describe('npm test', () => {
  it('[commands.test] is all that CI runs', () => {
    const script = readFileSync(join(root, '.ci', 'run'), 'utf8');
    const commands = script.split('\n').filter((line) => /^\s*[^#\s]/.test(line));
    expect(commands).toEqual([
      'set -euo pipefail',
      'cd "$(dirname "$0")/.."',
      'export PATH="$PWD/node_modules/.bin:$PATH"',
      'exec npm test',
    ]);
    const schema = z.object({ scripts: z.object({ test: z.string() }) });
    const { scripts } = schema.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
    expect(scripts.test).toBe('node tools/check.mjs');
  });

  it('[commands.test] runs every check', () => {
    expect(createChecks(root).map(({ name }) => name)).toEqual(names);
  });

  it('runs some by name, with those they wait for', () => {
    const chosen = createChecks(root, ['packed packages', 'lint']);
    expect(chosen.map(({ name }) => name)).toEqual(['lint', 'build', 'packed packages']);
  });

  it('refuses a name that no check has, and says which there are', () => {
    expect(() => createChecks(root, ['linting'])).toThrow('"linting"; there are: system packages');
  });
});
