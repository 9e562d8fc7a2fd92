import type { JsonValue } from '@filmgate/core';
import { idIn, objectIn } from '../json/json-fields.ts';

/** Field names that providers use for the id of a task. */
const names = /^(?:(?:task|video|job|generation|prediction|operation)[_-]?)?(?:id|uuid)$/i;
const longestId = 200;
const mostIds = 5;
/** Maximum values examined, of the whole and of each part, and maximum ids among them: an id is near the top. */
const mostValues = 1_000;

/**
 * Returns ids in a response that was not understood: one of them may name the ordered work. In document order from the
 * top down, at most five; an id that `fit` would change may contain a secret, and is left out.
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

/** Returns the first values within a list or an object, with their names. */
function within(value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (Array.isArray(value)) return value.slice(0, mostValues).map((item: JsonValue) => ['', item]);
  return Object.entries(objectIn(value) ?? {}).slice(0, mostValues);
}
