import type { JsonValue } from './json-value.ts';

/** A copy of a JSON value that nobody can change; what is frozen already is taken as it is. */
export function frozenJson(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (isList(value)) return Object.freeze(value.map(frozenJson));
  const copy: { [name: string]: JsonValue } = {};
  for (const [name, part] of Object.entries(value)) copy[name] = frozenJson(part);
  return Object.freeze(copy);
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
