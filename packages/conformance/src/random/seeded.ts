import type { IdSource } from '@filmgate/core';

/** A stream of numbers in 0..1 (1 excluded) that depends on the seed alone (mulberry32 by Tommy Ettinger). */
export function createSeededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Crockford base32 in lower case, in order of value. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const counterLength = 10;
const randomLength = 16;

/** Ids of the right form and order that are equal at each run: a counter, then letters drawn from the seed. */
export function createSeededIds(seed: number): IdSource {
  const random = createSeededRandom(seed);
  let counter = 0;
  return {
    next: () => {
      counter += 1;
      const tail = Array.from(
        { length: randomLength },
        () => alphabet[Math.floor(random() * alphabet.length)],
      );
      return inBase32(counter).padStart(counterLength, '0') + tail.join('');
    },
  };
}

function inBase32(value: number): string {
  const high = Math.floor(value / alphabet.length);
  return (high === 0 ? '' : inBase32(high)) + (alphabet[value % alphabet.length] ?? '');
}
