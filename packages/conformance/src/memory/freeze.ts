/** A deep, frozen copy, so that no caller's or reader's value alters the store. Deeply frozen parts are shared. */
export function frozenCopy<Value>(value: Value): Value;
export function frozenCopy(value: unknown): unknown {
  if (isFrozenThrough(value)) return value;
  if (!isPlain(value)) return frozenThrough(structuredClone(value));
  return Object.freeze(Array.isArray(value) ? value.map(frozenCopy) : copyOfRecord(value));
}

function copyOfRecord(record: object): object {
  const copy: Record<string, unknown> = { ...record };
  for (const name in copy) copy[name] = frozenCopy(copy[name]);
  return copy;
}

/** True for JSON objects and arrays; anything else the engine can copy itself. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  return Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, '__proto__');
}

function isFrozenThrough(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (!Object.isFrozen(value) || !isPlain(value)) return false;
  for (const part of Object.values(value)) if (!isFrozenThrough(part)) return false;
  return true;
}

function frozenThrough<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozenThrough(part);
  }
  return value;
}
