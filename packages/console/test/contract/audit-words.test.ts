import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { areaNames, auditAreas } from '../../src/app/features/audit-log/audit-actions.ts';

const packages = fileURLToPath(new URL('../../../', import.meta.url));
const entryWords = [
  /\baction(?:: string)?(?::| =)[^',;]*'([a-z-]+\.[a-z-]+)'/gu,
  /\bentry\([^)]*'([a-z-]+\.[a-z-]+)'/gu,
];

/** Actions that the sources write to the audit log. */
function writtenActions(): ReadonlySet<string> {
  const files = globSync('{http-adapter,server}/src/**/*.ts', { cwd: packages });
  const texts = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(packages + file, 'utf8'));
  const found = texts.flatMap((text) => entryWords.flatMap((word) => [...text.matchAll(word)]));
  return new Set(found.map(([, action = '']) => action));
}

it('[console.audit-log] every action that is written has words, and no other', () => {
  const worded = areaNames.flatMap((area) => [...auditAreas[area]]);
  expect([...writtenActions()].toSorted()).toEqual(worded.toSorted());
});
