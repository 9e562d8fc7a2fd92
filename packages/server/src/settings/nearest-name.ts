import { distance } from 'fastest-levenshtein';

/** Longer than any name; what is longer is compared by its beginning, since the time grows with the square of it. */
const longestCompared = 128;

function inOrder(name: string): string {
  return name.split('_').toSorted().join('_');
}

/** Words in another order are one mistake, however long they are. */
function mistakes(typed: string, name: string): number {
  return Math.min(distance(typed, name), distance(inOrder(typed), inOrder(name)) + 1);
}

/** The known name a mistyped one is fewest mistakes away from; the first of equals. */
export function nearestName(mistyped: string, known: readonly [string, ...string[]]): string {
  const [first] = known;
  const typed = mistyped.slice(0, longestCompared).toUpperCase();
  let nearest = { name: first, mistakes: Number.POSITIVE_INFINITY };
  for (const name of known) {
    const made = mistakes(typed, name);
    if (made < nearest.mistakes) nearest = { name, mistakes: made };
  }
  return nearest.name;
}
