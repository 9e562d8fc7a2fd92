import type { JsonValue } from '@filmgate/core';
import { figuresIn, type JsonObject } from './json-fields.ts';

/** Reads an object's fields independently: collects the names of unreadable ones, which make no other unreadable. */
export class FieldReader {
  readonly #object: JsonObject;
  readonly #unread = new Set<string>();

  constructor(object: JsonObject) {
    this.#object = object;
  }

  /** Returns a field as `as` reads it; undefined when it is absent or empty, or cannot be read. */
  read<Value>(name: string, as: (value: JsonValue) => Value | undefined): Value | undefined {
    const value = this.#object[name] ?? null;
    if (isEmpty(value)) return undefined;
    const read = as(value);
    if (read === undefined) this.#unread.add(name);
    return read;
  }

  /** Returns the named fields that are a number or a text; undefined without any. */
  figures(names: readonly string[]): JsonObject | undefined {
    const figures = figuresIn(this.#object, names);
    for (const name of names)
      if (!isEmpty(this.#object[name] ?? null) && figures?.[name] === undefined)
        this.#unread.add(name);
    return figures;
  }

  /** Returns the fields that could not be read so far. */
  aside(): { readonly unread?: readonly string[] } {
    return this.#unread.size === 0 ? {} : { unread: [...this.#unread] };
  }
}

/** Returns true for null, and for a text, list or object without content. */
function isEmpty(value: JsonValue): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}
