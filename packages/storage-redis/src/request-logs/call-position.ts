/**
 * Calls that can begin within one ms and all be kept. Positions are whole numbers that a score of Redis, a double, holds
 * exactly until the year 2109.
 */
export const placesPerMs = 2048;

/** The first position of calls that began at this instant or later. */
export function firstPositionOf(instantMs: number): number {
  return instantMs * placesPerMs;
}

/** Where among the places of its ms a call is put first: ids are random, so most find their place free. */
export function firstPlaceOf(id: string): number {
  let hash = 0x811c9dc5; // FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/)
  for (let index = 0; index < id.length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  return (hash >>> 0) % placesPerMs;
}

/** The position a cursor names; undefined when it is no cursor of ours. */
export function readCursor(after: string): number | undefined {
  const position = /^\d{1,16}$/.test(after) ? Number(after) : Number.NaN;
  return Number.isSafeInteger(position) ? position : undefined;
}
