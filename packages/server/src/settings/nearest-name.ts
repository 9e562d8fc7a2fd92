/** Insertions, deletions and substitutions that turn one text into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const substitution = one[row - 1] === other[column - 1] ? 0 : 1;
      current[column] = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + substitution,
      );
    }
    previous = current;
  }
  return previous[other.length] ?? 0;
}

function inOrder(name: string): string {
  return name.split('_').toSorted().join('_');
}

/** Words in another order are one mistake, however long they are. */
function mistakes(typed: string, name: string): number {
  return Math.min(editDistance(typed, name), editDistance(inOrder(typed), inOrder(name)) + 1);
}

/** The known name a mistyped one is fewest mistakes away from; the first of equals. */
export function nearestName(mistyped: string, known: readonly [string, ...string[]]): string {
  const [first] = known;
  const typed = mistyped.toUpperCase();
  let nearest = { name: first, distance: Number.POSITIVE_INFINITY };
  for (const name of known) {
    const distance = mistakes(typed, name);
    if (distance < nearest.distance) nearest = { name, distance };
  }
  return nearest.name;
}
