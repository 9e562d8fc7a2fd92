import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { PlainWordFinding } from './plain-words.ts';
import type { Violation } from './source-file.ts';

/** Path of the list of exceptions. */
export const plainWordFile = 'tools/architecture/plain-words.json';

/** Number of findings by file and rule: `packages/core/src/job/job.ts: opening`. */
export type PlainWordCounts = Readonly<Record<string, number>>;

export function readPlainWordList(root: string): PlainWordCounts {
  const text = readFileSync(join(root, plainWordFile), 'utf8');
  return z.record(z.string(), z.int().min(1)).parse(JSON.parse(text));
}

const keyOf = ({ path, rule }: PlainWordFinding): string => `${path}: ${rule}`;

export function countPlainWords(findings: readonly PlainWordFinding[]): PlainWordCounts {
  const counts: Record<string, number> = {};
  for (const key of findings.map(keyOf).toSorted()) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
}

/** Returns the list with each count lowered to what was found; no count rises, and no entry is added. */
export function lowerCounts(list: PlainWordCounts, found: PlainWordCounts): PlainWordCounts {
  const lowered = Object.entries(list).map(
    ([key, count]) => [key, Math.min(count, found[key] ?? 0)] as const,
  );
  return Object.fromEntries(lowered.filter(([, count]) => count > 0));
}

/** Files with more findings of a rule than the list allows, and entries that are too high. */
export function comparePlainWords(
  findings: readonly PlainWordFinding[],
  list: PlainWordCounts,
): readonly Violation[] {
  const found = countPlainWords(findings);
  return [...new Set([...Object.keys(found), ...Object.keys(list)])].flatMap((key) => {
    const [count, allowed] = [found[key] ?? 0, list[key] ?? 0];
    if (count === allowed) return [];
    if (count < allowed)
      return [
        { path: plainWordFile, problem: `lower "${key}" to ${count}: npm run plain-words -- -u` },
      ];
    const texts = findings.filter((finding) => keyOf(finding) === key).map(({ text }) => text);
    return [{ path: key, problem: `${count} instead of ${allowed}:\n  ${texts.join('\n  ')}` }];
  });
}
