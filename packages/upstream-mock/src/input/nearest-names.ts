import { distance } from 'fastest-levenshtein';

/** Number of names that a message suggests. */
const most = 3;

/** The known names nearest to a mistyped one, nearest first: all of them if there are only a few. */
export function nearestNames(wrong: string, known: Iterable<string>): readonly string[] {
  return [...new Set(known)]
    .map((name) => ({ name, far: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.far - other.far)
    .slice(0, most)
    .map(({ name }) => name);
}

/** The nearest names in words. */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  return `did you mean ${nearestNames(wrong, known).join(', ')}?`;
}
