/** Bounds on one value. */
export interface PlainLimits {
  /** Nested levels of objects and lists. */
  readonly depth: number;
  /** Number of values, objects and lists included. */
  readonly values: number;
  /** UTF-16 units of all texts and names together. */
  readonly textUnits: number;
}

/** A copy that nothing can change later, or the first part that prevents one. */
export type PlainCopy =
  | { readonly kind: 'copied'; readonly value: unknown }
  /** `rule` completes the sentence "<path> …". */
  | {
      readonly kind: 'refused';
      readonly path: readonly (string | number)[];
      readonly rule: string;
    };

/**
 * Copies any value of an untyped caller: texts, finite numbers, booleans, null, plain objects, lists and bytes. Total:
 * each property is read once, and getters that throw, proxies, cycles and values without end are refused within the
 * limits. A property that is undefined counts as absent. Bytes are not copied: the copy has a separate view of them.
 */
export function copyPlain(value: unknown, limits: PlainLimits): PlainCopy {
  return new Copying(limits).copy(value, 0);
}

class Copying {
  readonly #limits: PlainLimits;
  #values = 0;
  #textUnits = 0;

  constructor(limits: PlainLimits) {
    this.#limits = limits;
  }

  copy(value: unknown, depth: number): PlainCopy {
    this.#values += 1;
    if (this.#values > this.#limits.values) return this.#tooMany();
    switch (typeof value) {
      case 'string':
        return this.#hasRoom(value) ? copied(value) : this.#tooLong();
      case 'boolean':
        return copied(value);
      case 'number':
        return Number.isFinite(value) ? copied(value) : refused('must be a finite number');
      case 'object':
        return value === null ? copied(null) : this.#copyObject(value, depth);
      case 'bigint':
      case 'function':
      case 'symbol':
      case 'undefined':
        return refused(`must not be ${typeof value}`);
    }
  }

  #copyObject(value: object, depth: number): PlainCopy {
    const { depth: deepest } = this.#limits;
    if (depth >= deepest) return refused(`must not be nested deeper than ${deepest} levels`);
    try {
      if (ArrayBuffer.isView(value)) return copyBytes(value);
      if (Array.isArray(value)) return this.#copyList(value, depth);
      return isPlain(value)
        ? this.#copyRecord(value, depth)
        : refused('must be a plain object, a list, or bytes');
    } catch {
      return refused('cannot be read');
    }
  }

  #copyList(list: readonly unknown[], depth: number): PlainCopy {
    const { length } = list;
    if (!(length <= this.#limits.values - this.#values)) return this.#tooMany();
    const items: unknown[] = [];
    for (let index = 0; index < length; index += 1) {
      const item = this.#copyMember(() => list[index], depth);
      if (item.kind === 'absent') return within(index, refused('must not be undefined'));
      if (item.kind === 'refused') return within(index, item);
      items.push(item.value);
    }
    return copied(items);
  }

  #copyRecord(record: object, depth: number): PlainCopy {
    const names = Object.keys(record);
    if (names.length > this.#limits.values - this.#values) return this.#tooMany();
    const members: [name: string, value: unknown][] = [];
    for (const name of names) {
      if (!this.#hasRoom(name)) return this.#tooLong();
      const member = this.#copyMember(() => readMember(record, name), depth);
      if (member.kind === 'refused') return within(name, member);
      if (member.kind === 'copied') members.push([name, member.value]);
    }
    // Not by assignment: a member may be called __proto__.
    return copied(Object.fromEntries(members));
  }

  #copyMember(read: () => unknown, depth: number): PlainCopy | { readonly kind: 'absent' } {
    let value: unknown;
    try {
      value = read();
    } catch {
      return refused('cannot be read');
    }
    return value === undefined ? { kind: 'absent' } : this.copy(value, depth + 1);
  }

  #hasRoom(text: string): boolean {
    this.#textUnits += text.length;
    return this.#textUnits <= this.#limits.textUnits;
  }

  #tooMany(): PlainCopy {
    return refused(`must not contain more than ${this.#limits.values} values in total`);
  }

  #tooLong(): PlainCopy {
    return refused(`must not contain more than ${this.#limits.textUnits} characters in total`);
  }
}

function readMember(record: object, name: string): unknown {
  return Reflect.get(record, name);
}

/** Returns true for an object literal, also one of another realm or without a prototype. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === null ||
    (typeof prototype === 'object' && Object.getPrototypeOf(prototype) === null)
  );
}

/** Returns a separate view of the bytes, whose length no caller can have redefined. */
function copyBytes(view: ArrayBufferView): PlainCopy {
  return view instanceof Uint8Array
    ? copied(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
    : refused('must be bytes in a Uint8Array');
}

function copied(value: unknown): PlainCopy {
  return { kind: 'copied', value };
}

type Refusal = Extract<PlainCopy, { readonly kind: 'refused' }>;

function refused(rule: string): Refusal {
  return { kind: 'refused', path: [], rule };
}

function within(name: string | number, inner: Refusal): PlainCopy {
  return { ...inner, path: [name, ...inner.path] };
}
