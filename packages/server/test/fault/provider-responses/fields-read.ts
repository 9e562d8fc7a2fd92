import type { JsonValue } from '@filmgate/core';

/** Path of a value in a body: names of fields, and positions in lists. */
export type FieldPath = readonly string[];

/** Returns the fields that a description reads in a body, missing ones too, each once; of lists, the first item's. */
export function fieldsRead(
  body: JsonValue,
  read: (body: JsonValue) => unknown,
): readonly FieldPath[] {
  const paths = new Map<string, FieldPath>();
  const watched = (value: JsonValue, path: FieldPath): JsonValue => {
    if (typeof value !== 'object' || value === null) return value;
    return new Proxy(value, {
      get(target, name, receiver) {
        const found: unknown = Reflect.get(target, name, receiver);
        const isField = !Array.isArray(target) || name === '0';
        if (typeof name !== 'string' || !isField || typeof found === 'function') return found;
        const at = [...path, name];
        paths.set(at.join('.'), at);
        return isJson(found) ? watched(found, at) : found;
      },
    });
  };
  read(watched(body, []));
  // Members that every object has by the language.
  return [...paths.values()].filter((path) => !path.some((name) => name in Object.prototype));
}

function isJson(value: unknown): value is JsonValue {
  return value !== undefined;
}

/** Returns every field of a body, nested ones included; of a list, the first item's. */
export function everyField(body: JsonValue, path: FieldPath = []): readonly FieldPath[] {
  if (typeof body !== 'object' || body === null) return [];
  const shown = Array.isArray(body) ? body.slice(0, 1) : body;
  return Object.entries(shown).flatMap(([name, value]) => {
    const at = [...path, name];
    return [at, ...(isJson(value) ? everyField(value, at) : [])];
  });
}
