import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { jobFailureCodes } from '@filmgate/core';
import { describe, expect, it } from 'vitest';
import { adminFailureStatuses } from '../../src/admin-api/failure.ts';
import { failureRules as localFailureRules } from '../../src/local-generation-api/failure.ts';
import { failureRules } from '../../src/video-task-api/failure.ts';

const document = readFileSync(resolve(import.meta.dirname, '../../../../docs/errors.md'), 'utf8');

/** Returns the rows of the table below a heading, without the column of meanings: a program can compare the rest. */
function rowsBelow(heading: string): readonly string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'))
    .map((line) => line.split('|').slice(1, -2))
    .map((cells) => cells.map((cell) => cell.trim().replaceAll('`', '')).join(' '));
}

describe('docs/errors.md', () => {
  it.each([
    ['Video Task API', failureRules],
    ['Local Generation API', localFailureRules],
  ])(
    '[errors.shape][local.errors.table] lists every code of the %s with its status and retry rule, and no other',
    (heading, rules) => {
      const retryWords = { never: 'never', later: 'later', 'as-is': '–' } as const;
      const expected = Object.values(rules).map(
        ({ status, code, retry }) => `${status} ${code} ${retryWords[retry]}`,
      );
      expect(rowsBelow(heading)).toEqual([...new Set(expected)].toSorted());
    },
  );

  it('[jobs.upstream-failure] lists every reason a task can fail for, and no other', () => {
    expect(rowsBelow('Why a task failed')).toEqual(jobFailureCodes);
  });

  it('lists every failure of the administration API with its status, and no other', () => {
    const expected = Object.entries(adminFailureStatuses).map(
      ([kind, status]) => `${status} ${kind}`,
    );
    expect(rowsBelow('Administration API')).toEqual(expected.toSorted());
  });
});
