/**
 * A deep copy nobody can change, so that neither the caller's value nor a reader's can alter the store. Parts that
 * are frozen already are taken as they are; only plain data is stored.
 */
export function frozenCopy<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  const parts: [string, unknown][] = Object.entries(value).map(([name, part]) => [name, frozenCopy(part)]);
  const copy: unknown = Array.isArray(value)
    ? parts.map(([, part]) => part)
    : Object.fromEntries(parts);
  // Rebuilt part by part from a value of this type.
  return Object.freeze(copy) as Value;
}
