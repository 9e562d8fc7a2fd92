/** Returns a copy of a JSON value that cannot be changed; parts that are frozen already are not copied. */
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

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function scalar(value: JsonValue): string {
  const isFiniteNumber = typeof value === 'number' && Number.isFinite(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || isFiniteNumber) {
    return JSON.stringify(value);
  }
  throw new TypeError(`JSON cannot represent this ${typeof value}.`);
}

/**
 * Returns the one text of a JSON value: no white space, members sorted by UTF-16 code units, numbers and strings as
 * ECMAScript prints them (RFC 8785 §3.2). Equal values give equal texts and different values different ones. A
 * surrogate without its partner, which RFC 8785 refuses, keeps its escape, so that every JSON text a caller can send
 * has a fingerprint. Nesting is bounded by the decoder of the value. Throws `TypeError` for values JSON cannot carry:
 * NaN, infinities, undefined.
 */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  if (isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(',')}]`;
  const members = Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`);
  return `{${members.join(',')}}`;
}

/** Any value JSON can carry (RFC 8259). Used for opaque records we store but never interpret. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };
