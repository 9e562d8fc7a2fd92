import { distance } from 'fastest-levenshtein';

/** Maximum length compared, longer than any name: the time grows with the square of the length. */
const longestCompared = 128;
const mostNames = 3;

/** Splits a name for comparison: case and kind of separator are ignored. */
function wordsOf(name: string): readonly string[] {
  return name.slice(0, longestCompared).toUpperCase().split(/[_-]/);
}

/** Removes the words that both begin with: a beginning common to all names makes two of them no more alike. */
function withoutSharedBeginning(one: readonly string[], other: readonly string[]) {
  const differing = one.findIndex((word, index) => word !== other[index]);
  const shared = differing === -1 ? one.length : differing;
  return [one.slice(shared), other.slice(shared)] as const;
}

/** Typing errors between two names, a different word order counting as one; undefined if too many for a match. */
function slipsBetween(one: readonly string[], other: readonly string[]): number | undefined {
  const [typed, name] = withoutSharedBeginning(one, other);
  const ordered = distance(typed.join('_'), name.join('_'));
  const inOrder = distance(typed.toSorted().join('_'), name.toSorted().join('_')) + 1;
  const slips = Math.min(ordered, inOrder);
  return slips <= Math.floor((typed.join('_').length + 1) / 3) ? slips : undefined;
}

/** True if one has all words of the other and one more. */
function isOneWordMore(one: readonly string[], other: readonly string[]): boolean {
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  return longer.length === shorter.length + 1 && shorter.every((word) => longer.includes(word));
}

/**
 * Returns the known names that a mistyped one may have been meant for: the one with the fewest typing errors, otherwise
 * up to three with a word more or less. None where every name is far away, since a wrong hint is worse than none.
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

/** Returns a sentence without its full stop, with the known names nearest to the one written. */
export function withNearest(sentence: string, written: unknown, known: readonly string[]): string {
  const names = typeof written === 'string' ? nearestNames(written, known) : [];
  if (names.length === 0) return sentence;
  return `${sentence}; the nearest ${names.length === 1 ? 'is' : 'are'} ${names.join(' and ')}`;
}
