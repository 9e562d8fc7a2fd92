import type { JsonValue } from '@filmgate/core';
import { idIn } from '../json/json-fields.ts';

/** Names under which providers give the id of a task. */
const names = /^(?:(?:task|video|job|generation|prediction|operation)[_-]?)?(?:id|uuid)$/i;
const longestId = 200;
const mostIds = 5;
/** Values looked at: an id lies near the top. */
const mostValues = 1_000;

/**
 * Ids in a response that was not understood: one of them may name the work that was ordered. In the order they lie in, from the
 * top down, five at most; an id that `fit` would change may hold a secret, and is left out.
 */
export function candidateIds(body: JsonValue, fit: (words: string) => string): readonly string[] {
  const ids = new Set<string>();
  const open: JsonValue[] = [body];
  for (let index = 0; index < open.length && index < mostValues; index += 1) {
    const value = open[index] ?? null;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, item] of Object.entries(value)) {
      const id = names.test(name) ? idIn(item) : undefined;
      if (id !== undefined && id.length <= longestId && fit(id) === id) ids.add(id);
      if (open.length < mostValues) open.push(item);
    }
  }
  return [...ids].slice(0, mostIds);
}
