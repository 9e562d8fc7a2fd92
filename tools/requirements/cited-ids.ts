import { readSources } from '../architecture/source-file.ts';
import { citedIds } from './contract.ts';
import { testTitlesOf } from './test-titles.ts';

const TESTS = /\.(?:test|check)\.ts$|^packages\/conformance\/src\//;

/** Titles of the tests and laws below a folder, at least of those that cite an id. */
export function readTestTitles(root: string): readonly string[] {
  const isCiting = (path: string, text: string) => TESTS.test(path) && citedIds(text).length > 0;
  return readSources(root, isCiting).flatMap(testTitlesOf);
}

/** Number of citations of each id by the tests below a folder. */
export function countCitations(root: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of readTestTitles(root).flatMap(citedIds))
    counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
