import { distance } from 'fastest-levenshtein';

/** Number of names that a message suggests. */
const mostNames = 3;

/** The three names of a closed list nearest to a mistyped one, the nearest first, however far they are. */
export function nearestNames(wrong: string, known: Iterable<string>): readonly string[] {
  return byDistance(wrong, known)
    .slice(0, mostNames)
    .map(({ name }) => name);
}

/** Up to three known names that a mistyped one may be meant for, the nearest first. */
export function similarNames(wrong: string, known: Iterable<string>): readonly string[] {
  const start = wrong.toLowerCase();
  const most = Math.max(2, Math.floor(wrong.length / 3));
  return byDistance(wrong, known)
    .filter(({ name, slips }) => slips <= most || name.toLowerCase().startsWith(start))
    .slice(0, mostNames)
    .map(({ name }) => name);
}

/** The nearest names in words. */
export function didYouMean(wrong: string, known: Iterable<string>): string {
  return `did you mean ${nearestNames(wrong, known).join(', ')}?`;
}

function byDistance(wrong: string, known: Iterable<string>) {
  return [...known]
    .map((name) => ({ name, slips: distance(wrong.toLowerCase(), name.toLowerCase()) }))
    .toSorted((one, other) => one.slips - other.slips);
}
