import { readFileSync } from 'node:fs';
import * as z from 'zod';
import type { TestedFile } from './count-tests.ts';

/** Time limit of a file in `npm test`, in ms; a slower file has a reason on the list. */
const longestMs = 20_000;
const shown = 10;

/** Files of `npm test` that may take more than 20 s, each with the reason. */
export function readSlowFiles(): Readonly<Record<string, string>> {
  const text = readFileSync(new URL('slow-files.json', import.meta.url), 'utf8');
  return z.record(z.string(), z.string().min(20)).parse(JSON.parse(text));
}

/**
 * The ten slowest files, for the end of a run. A file that runs in several projects counts each time.
 *
 * @param reasons of files that may take more than 20 s; absent in a run without that limit
 */
export function reportSlowest(
  files: readonly TestedFile[],
  reasons?: Readonly<Record<string, string>>,
): readonly string[] {
  const slowest = files.toSorted((one, other) => other.durationMs - one.durationMs);
  return slowest.slice(0, shown).map(({ path, durationMs }) => {
    const isUnexplained =
      reasons !== undefined && durationMs > longestMs && reasons[path] === undefined;
    const seconds = (durationMs / 1000).toFixed(1).padStart(6);
    return `${seconds} s  ${path}${isUnexplained ? '  (over 20 s: make it faster, or give the reason in tools/check/slow-files.json)' : ''}`;
  });
}
