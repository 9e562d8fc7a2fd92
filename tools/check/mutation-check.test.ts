import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { judgeMutation } from './mutation-check.ts';

const root = resolve(import.meta.dirname, '../..');

function report(...statuses: readonly string[]): string {
  const mutants = statuses.map((status, index) => ({
    status,
    mutatorName: 'BooleanLiteral',
    replacement: 'false',
    location: { start: { line: index + 1, column: 1 }, end: { line: index + 1, column: 5 } },
  }));
  return JSON.stringify({ schemaVersion: '2', files: { 'a.ts': { language: 'ts', mutants } } });
}

describe('the check of changed decisions', () => {
  it('counts itself, and says which changes no test saw', () => {
    const text = report('Killed', 'Timeout', 'Survived', 'NoCoverage', 'RuntimeError');
    expect(judgeMutation({ report: text, succeeded: true, output: '' })).toEqual({
      passed: 1,
      failed: 0,
      output:
        "a.ts:3 BooleanLiteral false\na.ts:4 BooleanLiteral false\n2 of 4 changes of the core's decisions are seen by its tests",
    });
  });

  it.each([
    ['Stryker was not content', { report: report('Killed'), succeeded: false }],
    ['there was no change at all', { report: report(), succeeded: true }],
    ['no change ran', { report: report('RuntimeError'), succeeded: true }],
    ['there is no report', { report: undefined, succeeded: true }],
  ])('fails when %s', (_case, end) => {
    const { passed, failed } = judgeMutation({ ...end, output: 'why' });
    expect([passed, failed]).toEqual([0, 1]);
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
