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
  const open: (readonly [name: string, value: JsonValue])[] = [['', body]];
  for (let index = 0; index < open.length && ids.size < mostIds; index += 1) {
    const [name, value] = open[index] ?? ['', null];
    const id = names.test(name) ? idIn(value) : undefined;
    if (id !== undefined && id.length <= longestId && fit(id) === id) ids.add(id);
    if (typeof value !== 'object' || value === null) continue;
    open.push(...Object.entries(value).slice(0, mostValues - open.length));
  }
  return [...ids];
}
