/** One page of a list, and the id before the next one; null at the end. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

/** The page after the item with an id, or the first page; undefined if there is no such item. */
export function pageAfter<T extends { readonly id: string }>(
  list: readonly T[],
  { cursor, limit }: { readonly cursor: string | null; readonly limit: number },
): Page<T> | undefined {
  const from = cursor === null ? 0 : list.findIndex(({ id }) => id === cursor) + 1;
  if (cursor !== null && from === 0) return undefined;
  const items = list.slice(from, from + limit);
  return { items, next: from + limit < list.length ? (items.at(-1)?.id ?? null) : null };
}
