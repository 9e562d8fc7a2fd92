import type { JsonValue } from '@filmgate/core';

/** A JSON object with any fields. */
export type JsonObject = { readonly [field: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value as an object; undefined when it is not one. */
export function objectIn(value: JsonValue | undefined): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** Returns the objects of a list; undefined when the value is not a list, or contains another kind of value. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** Returns the objects of a list and skips its other values; undefined when the value is not a list. */
export function objectsAmong(value: JsonValue | undefined): readonly JsonObject[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

/** Reads each object of a list; undefined when the value is not a list of objects, or one of them is unreadable. */
export function eachIn<Value>(
  list: JsonValue | undefined,
  read: (item: JsonObject) => Value | undefined,
): readonly Value[] | undefined {
  const values = objectsIn(list)?.map(read);
  return values?.every((value) => value !== undefined) === true ? values : undefined;
}

/** Returns the value as a text of at least one character; undefined when it is not one. */
export function textIn(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns the value as a whole number of 0 or more; undefined when it is not one. */
export function countIn(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

const longestId = 500;

/** Returns the value as an id of at most 500 characters: a text, or an exact whole number; undefined otherwise. */
export function idIn(value: JsonValue | undefined): string | undefined {
  const text = textIn(value) ?? countIn(value)?.toString();
  return text !== undefined && text.length <= longestId ? text : undefined;
}

const longestShare = 32;

/** Returns the value as a percentage, also from a text with or without a percent sign; undefined when it is not one. */
export function percentIn(value: JsonValue | undefined): number | undefined {
  const isText =
    typeof value === 'string' &&
    // Checked before the pattern, whose white space can be split in as many ways as it is long.
    value.length <= longestShare &&
    /^\s*\d{1,3}(?:\.\d{1,9})?\s*%?\s*$/.test(value);
  const share = isText ? Number.parseFloat(value) : value;
  return typeof share === 'number' && share >= 0 && share <= 100 ? share : undefined;
}

/** Instants from September 2001 to the year 5138, in ms since 1970: other numbers are placeholders or other units. */
const [earliest, latest] = [1e12, 1e14];

/** Reads an instant, in ms since 1970, from a number of units of this many ms; undefined for any other value. */
export function instantOf(unitMs: 1 | 1_000) {
  return (value: JsonValue): number | undefined => {
    const instant = typeof value === 'number' ? Math.floor(value * unitMs) : Number.NaN;
    return instant >= earliest && instant < latest ? instant : undefined;
  };
}

/** Reads an instant, in ms since 1970, from a date in UTC such as `2026-11-30T09:15:00.000Z`; undefined otherwise. */
export function dateIn(value: JsonValue | undefined): number | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/.test(value);
  return isDate ? instantOf(1)(Date.parse(value)) : undefined;
}

/** Returns text for a person: a text, a number, or the words of a list or of usual fields; undefined without any. */
export function wordsIn(value: JsonValue | undefined, depth = 3): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) {
    const words = value.slice(0, 10).map((item: JsonValue) => wordsIn(item, depth - 1) ?? []);
    return textIn(words.flat().join('; '));
  }
  const { message, msg, detail, reason } = objectIn(value) ?? {};
  return wordsIn(message ?? msg ?? detail ?? reason, depth - 1);
}

/** Returns the named fields for which an object has a finite number or a text; undefined without any. */
export function figuresIn(
  value: JsonObject | undefined,
  names: readonly string[],
): JsonObject | undefined {
  const figures = names.flatMap((name) => {
    const figure = value?.[name];
    const isNumber = typeof figure === 'number' && Number.isFinite(figure);
    return isNumber || typeof figure === 'string' ? [[name, figure] as const] : [];
  });
  return figures.length === 0 ? undefined : Object.fromEntries(figures);
}
