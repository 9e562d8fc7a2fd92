import type { JsonValue } from '@filmgate/core';
import { idIn, objectIn } from '../json/json-fields.ts';

/** Names under which providers give the id of a task. */
const names = /^(?:(?:task|video|job|generation|prediction|operation)[_-]?)?(?:id|uuid)$/i;
const longestId = 200;
const mostIds = 5;
/** Values looked at, of the whole and of each part, and ids among them: an id lies near the top. */
const mostValues = 1_000;

/**
 * Ids in a response that was not understood: one of them may name the work that was ordered. In the order they lie in, from the
 * top down, five at most; an id that `fit` would change may hold a secret, and is left out.
 */
export function candidateIds(body: JsonValue, fit: (words: string) => string): readonly string[] {
  const ids = new Set<string>();
  const open: JsonValue[] = [body];
  let named = 0;
  for (let index = 0; index < open.length; index += 1)
    for (const [name, item] of within(open[index] ?? null)) {
      const id = names.test(name) ? idIn(item) : undefined;
      if (id !== undefined) named += 1;
      if (id !== undefined && id.length <= longestId && fit(id) === id) ids.add(id);
      if (ids.size === mostIds || named === mostValues) return [...ids];
      if (open.length < mostValues) open.push(item);
    }
  return [...ids];
}

/** The first values within a list or an object, with their names. */
function within(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.slice(0, mostValues).map((item: JsonValue) => ['', item]);
  return Object.entries(objectIn(value) ?? {}).slice(0, mostValues);
}
