import { distance } from 'fastest-levenshtein';

/** Longer than any name; what is longer is compared by its beginning, since the time grows with the square of it. */
const longestCompared = 128;
const mostNames = 3;

/** One name as it is compared: case and kind of separator are no mistakes. */
function wordsOf(name: string): readonly string[] {
  return name.slice(0, longestCompared).toUpperCase().split(/[_-]/);
}

/** Without the words that both begin with: what is alike everywhere makes two names no more alike. */
function withoutSharedBeginning(one: readonly string[], other: readonly string[]) {
  const differing = one.findIndex((word, index) => word !== other[index]);
  const shared = differing === -1 ? one.length : differing;
  return [one.slice(shared), other.slice(shared)] as const;
}

/** Slips of the hand; words in another order are one, however long they are. Undefined where it takes too many to be the name that was meant. */
function slipsBetween(one: readonly string[], other: readonly string[]): number | undefined {
  const [typed, name] = withoutSharedBeginning(one, other);
  const ordered = distance(typed.join('_'), name.join('_'));
  const inOrder = distance(typed.toSorted().join('_'), name.toSorted().join('_')) + 1;
  const slips = Math.min(ordered, inOrder);
  return slips <= Math.floor((typed.join('_').length + 1) / 3) ? slips : undefined;
}

/** Whether one has all words of the other and one more. */
function isOneWordMore(one: readonly string[], other: readonly string[]): boolean {
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  return longer.length === shorter.length + 1 && shorter.every((word) => longer.includes(word));
}

/**
 * The known names that a mistyped one may have been meant for: the one it is fewest slips away from, otherwise up to three that have a word
 * more or less. None where every name is far away, since a wrong hint is worse than none.
 */
export function nearestNames(mistyped: string, known: readonly string[]): readonly string[] {
  const typed = wordsOf(mistyped);
  const slips = known.flatMap((name) => {
    const made = slipsBetween(typed, wordsOf(name));
    return made === undefined ? [] : [{ name, made }];
  });
  const [nearest] = slips.toSorted((one, other) => one.made - other.made);
  if (nearest !== undefined) return [nearest.name];
  return known.filter((name) => isOneWordMore(typed, wordsOf(name))).slice(0, mostNames);
}

/** A sentence without its full stop, with the known names nearest to the one that was written. */
export function withNearest(sentence: string, written: unknown, known: readonly string[]): string {
  const names = typeof written === 'string' ? nearestNames(written, known) : [];
  if (names.length === 0) return sentence;
  return `${sentence}; the nearest ${names.length === 1 ? 'is' : 'are'} ${names.join(' and ')}`;
}
