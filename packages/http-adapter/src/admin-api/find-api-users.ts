import type { ApiUser, ApiUsers } from '@filmgate/core';

/** Users read from the store per query. */
const batch = 200;

export interface ApiUserQuery {
  /** Part of the name, the id or the key hint, case-insensitive; empty for all. */
  readonly text: string;
  /** Id of the last user of the page before; null for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

export type FoundApiUsers =
  | { readonly kind: 'found'; readonly users: readonly ApiUser[] }
  /** The user of the cursor does not exist. */
  | { readonly kind: 'cursor-unknown' };

/**
 * Returns up to `limit` API users after the given one, newest first. All users are read: they are few and in memory,
 * and the store lists them oldest first. Users created meanwhile appear before the first page and shift no later one.
 */
export async function findApiUsers(
  store: Pick<ApiUsers, 'list'>,
  { text, after, limit }: ApiUserQuery,
): Promise<FoundApiUsers> {
  const newestFirst = (await readApiUsers(store)).toReversed();
  const position = after === null ? -1 : newestFirst.findIndex(({ id }) => id === after);
  if (after !== null && position === -1) return { kind: 'cursor-unknown' };
  const wanted = text.toLowerCase();
  const fitting = newestFirst.slice(position + 1).filter((user) => hasText(user, wanted));
  return { kind: 'found', users: fitting.slice(0, limit) };
}

/** Returns every API user, oldest first. */
export async function readApiUsers(store: Pick<ApiUsers, 'list'>): Promise<readonly ApiUser[]> {
  const all: ApiUser[] = [];
  for (;;) {
    const page = await store.list({ after: all.at(-1)?.id ?? null, limit: batch });
    all.push(...page);
    if (page.length < batch) return all;
  }
}

function hasText({ name, id, keyHint }: ApiUser, wanted: string): boolean {
  return [name, id, keyHint].some((text) => text.toLowerCase().includes(wanted));
}
