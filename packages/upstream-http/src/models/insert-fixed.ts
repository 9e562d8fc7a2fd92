import type { Route } from '@filmgate/core';
import { type CallFields, isFields } from '../engine/asked-fields.ts';
import type { CallJson } from '../engine/provider-description.ts';

/**
 * Inserts the constants of a route into its request. A dot reaches into an object of the request
 * (`settings.multi_shot`). Fields the description writes are never changed.
 *
 * @param writes - fields the description writes, some of them not in every request
 */
export function insertFixed(
  fields: CallFields,
  { fixed = {} }: Pick<Route, 'fixed'>,
  writes: readonly string[],
): CallFields {
  let positioned = fields;
  for (const [name, value] of Object.entries(fixed)) {
    if (!writes.includes(name)) positioned = position(positioned, name.split('.'), value);
  }
  return positioned;
}

function position(fields: CallFields, path: readonly string[], value: CallJson): CallFields {
  const [head = '', ...rest] = path;
  const present = Object.hasOwn(fields, head) ? fields[head] : undefined;
  if (rest.length === 0) return present === undefined ? { ...fields, [head]: value } : fields;
  if (present === undefined) return { ...fields, [head]: position({}, rest, value) };
  return isFields(present) ? { ...fields, [head]: position(present, rest, value) } : fields;
}
