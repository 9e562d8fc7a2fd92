import { entityTagOf } from './entity-tag.ts';

/** One field to add at the end of a rendered object. */
export interface AddedField {
  readonly name: string;
  readonly value: string;
}

/** JSON texts of immutable objects, written once per object. */
export interface MemoisedJson<T extends object> {
  /** Returns the whole text; with `added` as its last field when given. */
  render(source: T, added?: AddedField): string;
  /** Returns the strong entity tag of the text without an added field (RFC 9110 §8.8.3). */
  entityTag(source: T): string;
}

interface Rendered {
  readonly text: string;
  etag: string | null;
  added: AddedField | null;
  withAdded: string;
}

/**
 * Renders by object identity: sound only for immutable objects, and useful if the same object is served many times.
 * Entries are collected with their objects.
 *
 * @param encode - returns a non-empty object
 */
export function createMemoisedJson<T extends object>(
  encode: (source: T) => object,
): MemoisedJson<T> {
  const memory = new WeakMap<T, Rendered>();
  const look = (source: T): Rendered => {
    const known = memory.get(source);
    if (known !== undefined) return known;
    const text = JSON.stringify(encode(source));
    const fresh: Rendered = { text, etag: null, added: null, withAdded: '' };
    memory.set(source, fresh);
    return fresh;
  };
  return {
    render(source, added) {
      const rendered = look(source);
      if (added === undefined) return rendered.text;
      if (rendered.added?.name !== added.name || rendered.added.value !== added.value) {
        rendered.added = added;
        rendered.withAdded = splice(rendered.text, added);
      }
      return rendered.withAdded;
    },
    entityTag(source) {
      const rendered = look(source);
      rendered.etag ??= entityTagOf(rendered.text);
      return rendered.etag;
    },
  };
}

function splice(text: string, { name, value }: AddedField): string {
  return `${text.slice(0, -1)},${JSON.stringify(name)}:${JSON.stringify(value)}}`;
}
