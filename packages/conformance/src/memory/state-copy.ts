import type { MemoryState } from './memory-state.ts';

/** Contents of a memory store at an instant. */
export type StateCopy = ReadonlyMap<string, unknown>;

/** Copies everything except the listeners. */
export function copyOf(state: MemoryState): StateCopy {
  const copy = new Map<string, unknown>();
  for (const [name, value] of Object.entries(state))
    if (name !== 'events') copy.set(name, copyValue(value));
  return copy;
}

/** Resets the store to the copy; the copy can be used again. */
export function putBack(state: MemoryState, copy: StateCopy): void {
  for (const [name, kept] of copy) {
    const held: unknown = Reflect.get(state, name);
    const value = copyValue(kept);
    if (held instanceof Map && value instanceof Map) {
      held.clear();
      for (const [key, item] of value) held.set(key, item);
    } else if (held instanceof Set && value instanceof Set) {
      held.clear();
      for (const item of value) held.add(item);
    } else if (Array.isArray(held) && Array.isArray(value)) {
      held.length = 0;
      for (const item of value) held.push(item);
    } else {
      Reflect.set(state, name, value);
    }
  }
}

/** Frozen values never change and need no copy. */
function copyValue(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  if (value instanceof Map) return copyMap(value);
  if (value instanceof Set) return new Set(value);
  if (Array.isArray(value)) return value.map(copyValue);
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    const part = copy[name];
    if (typeof part === 'object') copy[name] = copyValue(part);
  }
  return copy;
}

function copyMap(map: ReadonlyMap<unknown, unknown>): ReadonlyMap<unknown, unknown> {
  const copy = new Map<unknown, unknown>();
  for (const [key, item] of map) copy.set(key, copyValue(item));
  return copy;
}
