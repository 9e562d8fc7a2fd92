/** Starts `count` calls at once, spread over the given ways in, and waits for all of them. */
export async function race<Way, Outcome>(
  ways: readonly Way[],
  count: number,
  call: (way: Way, index: number) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const started = Array.from({ length: count }, (_, index) => {
    const way = ways[index % ways.length];
    if (way === undefined) throw new RangeError('A race needs at least one way in.');
    return call(way, index);
  });
  return await Promise.all(started);
}

/** How many outcomes there are of each kind. */
export function kindsOf(outcomes: readonly { readonly kind: string }[]): {
  readonly [kind: string]: number;
} {
  const counts: { [kind: string]: number } = {};
  for (const { kind } of outcomes) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
