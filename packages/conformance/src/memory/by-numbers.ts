/** Ascending order by several numbers, the first that differs deciding. */
export function byNumbers<Item>(
  numbersOf: (item: Item) => readonly number[],
): (one: Item, other: Item) => number {
  return (one, other) => {
    const others = numbersOf(other);
    const differences = numbersOf(one).map((number, index) => number - (others[index] ?? 0));
    return differences.find((difference) => difference !== 0) ?? 0;
  };
}
