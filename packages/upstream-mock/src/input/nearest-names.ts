import { distance } from 'fastest-levenshtein';

const mostNames = 3;

/** Up to three known names that a mistyped one may be meant for, the nearest first. */
export function nearestNames(mistyped: string, known: Iterable<string>): readonly string[] {
  const written = mistyped.toLowerCase();
  const most = Math.max(2, Math.floor(mistyped.length / 3));
  return [...known]
    .map((name) => ({ name, slips: distance(written, name.toLowerCase()) }))
    .filter(({ name, slips }) => slips <= most || name.toLowerCase().startsWith(written))
    .toSorted((one, other) => one.slips - other.slips)
    .slice(0, mostNames)
    .map(({ name }) => name);
}
