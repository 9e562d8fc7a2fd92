/**
 * A deep copy nobody can change, so that neither the caller's value nor a reader's can alter the store. Parts that are frozen all
 * through are shared: most of a job stays as it is from change to change.
 */
export function frozenCopy<Value>(value: Value): Value {
  if (isFrozenThrough(value)) return value;
  if (!isRecord(value)) return frozenThrough(structuredClone(value));
  const copy = { ...value };
  for (const name in copy) {
    const part = copy[name];
    if (typeof part === 'object') copy[name] = frozenCopy(part);
    else if (typeof part === 'function') return structuredClone(value);
  }
  return Object.freeze(copy);
}

/** What object literals and JSON give; anything else is the engine's own business to copy. */
function isRecord(value: unknown): value is object {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !Object.hasOwn(value, '__proto__')
  );
}

function isFrozenThrough(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'symbol') return false;
  if (typeof value !== 'object' || value === null) return true;
  if (!Object.isFrozen(value) || !(Array.isArray(value) || isRecord(value))) return false;
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
