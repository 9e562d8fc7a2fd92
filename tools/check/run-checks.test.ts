import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { testProjects } from '../../vitest.config.ts';
import { root } from './run-command.ts';

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

  it('[commands.test] runs every check: each is a project of its own', () => {
    const names = testProjects.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['static', 'packed-packages', 'mutation']));
    const included = testProjects.flatMap(({ include }) => include);
    expect(globSync('**/*.check.ts', { cwd: join(root, 'tools') })).not.toHaveLength(0);
    for (const path of globSync('tools/**/*.check.ts', { cwd: root }))
      expect(included).toContain(path);
  });

  it('[proof.mutation] breaks below 90 % of jobs, accounts and quota, and leaves none of their files out', () => {
    const text = readFileSync(join(root, 'tools/mutation/stryker.config.json'), 'utf8');
    const schema = z.object({
      mutate: z.array(z.string()),
      thresholds: z.object({ break: z.number() }),
      incremental: z.literal(false),
    });
    const { mutate, thresholds } = schema.parse(JSON.parse(text));
    expect(thresholds.break).toBeGreaterThanOrEqual(90);
    expect(mutate).toEqual([
      'packages/core/src/{job,account,quota}/**/*.ts',
      '!packages/core/src/{job,account,quota}/**/*.test.ts',
    ]);
  });
});
