import type { JsonValue } from '@filmgate/core';

/** An object of JSON, whatever it holds. */
export type JsonObject = { readonly [field: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object; undefined when it is not one. */
export function objectIn(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The objects of a list; undefined when the value is not a list, or holds something else. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** The value as a text of at least one character; undefined when it is not one. */
export function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The value as a whole number of 0 or more; undefined when it is not one. */
export function countIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The named fields for which an object has a number or a text; undefined without any. */
export function figuresIn(
  value: JsonObject | undefined,
  names: readonly string[],
): JsonObject | undefined {
  const figures = names.flatMap((name) => {
    const figure = value?.[name];
    return typeof figure === 'number' || typeof figure === 'string'
      ? [[name, figure] as const]
      : [];
  });
  return figures.length === 0 ? undefined : Object.fromEntries(figures);
}
