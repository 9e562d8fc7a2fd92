/** A deep copy nobody can change, so that neither the caller's value nor a reader's can alter the store. */
export function frozenCopy<Value>(value: Value): Value {
  return freezeDeep(structuredClone(value));
}

function freezeDeep<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) freezeDeep(part);
  }
  return value;
}
