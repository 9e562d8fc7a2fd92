import { readSources } from '../architecture/source-file.ts';
import { citedIds } from './contract.ts';
import { testTitlesOf } from './test-titles.ts';

/** Titles of all tests and laws below a folder. */
export function readTestTitles(root: string): readonly string[] {
  return readSources(root)
    .filter(
      ({ path }) =>
        /\.(?:test|check)\.ts$/.test(path) || path.startsWith('packages/conformance/src/'),
    )
    .flatMap(testTitlesOf);
}

/** How often each id is cited by the tests below a folder. */
export function countCitations(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of readTestTitles(root).flatMap(citedIds))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
