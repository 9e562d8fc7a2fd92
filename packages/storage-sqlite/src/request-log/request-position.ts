/** Maximum number of requests kept per ms. A double represents each position exactly until the year 2109. */
const positionsPerMs = 2048;

/** First position of requests that began at this instant or later. */
export function firstPositionOf(instantMs: number): number {
  return instantMs * positionsPerMs;
}

/** Instant at which a request at this position began, ms since 1970. */
export function instantOf(position: number): number {
  return Math.floor(position / positionsPerMs);
}

/**
 * Possible positions of a request, best first. The order of positions is the order of time, so that the time, the order
 * and the cursor of a list are one number and every index ends with it. An id always leads to the same positions, so
 * that a row is found again without an index of ids.
 */
export function* positionsOf(request: {
  readonly id: string;
  readonly at: number;
}): Generator<number, void> {
  const first = firstPositionOf(request.at);
  const start = spread(request.id);
  for (let step = 0; step < positionsPerMs; step += 1) {
    yield first + ((start + step) % positionsPerMs);
  }
}

/** FNV-1a over the text (http://www.isthe.com/chongo/tech/comp/fnv/); ids are random, so its low bits are too. */
function spread(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  return (hash >>> 0) % positionsPerMs;
}
