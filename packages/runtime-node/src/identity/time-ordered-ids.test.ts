import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import {
  createBufferedRandom,
  createTimeOrderedIds,
  CROCKFORD_ALPHABET,
} from './time-ordered-ids.ts';

const FORM = /^[0-9a-hjkmnp-tv-z]{26}$/;
/** Maximum number of ids in one run; each may use the next ms, and 2^48 - 1 is the last. */
const mostIds = 300;
const instant = fc.integer({ min: 0, max: 2 ** 48 - 1 - mostIds });

/** An oracle that shares nothing with the code: the whole id as one big number. */
function toNumber(id: string): bigint {
  return [...id].reduce(
    (sum, character) => sum * 32n + BigInt(CROCKFORD_ALPHABET.indexOf(character)),
    0n,
  );
}

function timeOf(id: string): number {
  return Number(toNumber(id) >> 80n);
}

/** Draws whose low halves add up to exactly 2^40: the carry. */
const carrying = fc
  .tuple(fc.integer({ min: 0, max: 2 ** 39 }), fc.integer({ min: 1, max: 2 ** 40 - 1 }))
  .map(([high, low]) => {
    const drawn = Buffer.alloc(18);
    drawn.writeUIntBE(high, 0, 5);
    drawn.writeUIntBE(low, 5, 5);
    drawn.writeUIntBE(2 ** 40 - low, 10, 5);
    return new Uint8Array(drawn);
  });

/** Returns a source of one constant byte. */
function constant(byte: number): (size: number) => Uint8Array {
  return (size) => new Uint8Array(size).fill(byte);
}

describe('next', () => {
  law.prop([instant])('is 26 lower-case characters that begin with the instant', (now) => {
    const id = createTimeOrderedIds({ now: () => now }).next();
    expect(id).toMatch(FORM);
    expect(timeOf(id)).toBe(now);
  });

  law.prop([fc.array(instant, { minLength: 2, maxLength: mostIds })])(
    'always grows, as text, whatever the clock does',
    (instants) => {
      let at = 0;
      const ids = createTimeOrderedIds({ now: () => instants[at++] ?? 0 });
      const made = instants.map(() => ids.next());
      expect(made).toEqual([...new Set(made)].toSorted());
      expect(made.every((id) => FORM.test(id))).toBe(true);
    },
  );

  law.prop([fc.integer({ min: 0, max: 255 }), instant])(
    'grows even when the random source is stuck',
    (byte, now) => {
      const ids = createTimeOrderedIds({ now: () => now, randomBytes: constant(byte) });
      const made = Array.from({ length: 20 }, () => ids.next());
      expect(made).toEqual([...new Set(made)].toSorted());
    },
  );

  law.prop([fc.oneof(fc.uint8Array({ minLength: 18, maxLength: 18 }), carrying)])(
    'steps by exactly the 64 bits drawn, or by one when they are all zero',
    (drawn) => {
      const randomBytes = (size: number): Uint8Array => {
        const pool = new Uint8Array(size);
        pool.set(drawn);
        return pool;
      };
      const ids = createTimeOrderedIds({ now: () => 7, randomBytes });
      const big = (from: number, to: number): bigint =>
        BigInt(`0x${Buffer.from(drawn.subarray(from, to)).toString('hex')}`);
      const start = big(0, 10);
      const step = (big(15, 18) << 40n) | big(10, 15);
      const next = start + (step === 0n ? 1n : step);
      fc.pre(next < 2n ** 80n);
      expect(toNumber(ids.next()) & (2n ** 80n - 1n)).toBe(start);
      expect(toNumber(ids.next())).toBe((7n << 80n) | next);
    },
  );

  test('borrows the next millisecond when the random part is used up', () => {
    const ids = createTimeOrderedIds({ now: () => 1000, randomBytes: constant(255) });
    expect(timeOf(ids.next())).toBe(1000);
    expect(timeOf(ids.next())).toBe(1001);
  });

  test('within one millisecond steps by a random 64-bit amount, so a neighbour cannot be guessed', () => {
    const ids = createTimeOrderedIds({ now: () => 5 });
    const made = Array.from({ length: 2000 }, () => toNumber(ids.next()));
    const steps = made.slice(1).map((id, index) => id - (made[index] ?? 0n));
    const wide = steps.filter((step) => step > 2n ** 56n).length;
    expect(wide).toBeGreaterThan(1900);
    expect(new Set(steps).size).toBe(steps.length);
  });

  test('gives a hundred thousand different ids, and every character of the alphabet', () => {
    const ids = createTimeOrderedIds({ now: Date.now });
    const made = Array.from({ length: 100_000 }, () => ids.next());
    expect(new Set(made).size).toBe(made.length);
    expect(new Set(made.join('')).size).toBe(32);
  });

  test('refuses to borrow a millisecond that there is not', () => {
    const end = 2 ** 48 - 1;
    const ids = createTimeOrderedIds({ now: () => end, randomBytes: constant(255) });
    expect(timeOf(ids.next())).toBe(end);
    expect(() => ids.next()).toThrow(RangeError);
  });

  test.for([-1, Number.NaN, 2 ** 48])('refuses a clock that returns %d', (now) => {
    expect(() => createTimeOrderedIds({ now: () => now }).next()).toThrow(RangeError);
  });

  test('refuses a random source that gives too few bytes', () => {
    const ids = createTimeOrderedIds({ now: () => 1, randomBytes: () => new Uint8Array(3) });
    expect(() => ids.next()).toThrow(RangeError);
  });
});

describe('token', () => {
  const ids = createTimeOrderedIds({ now: () => 0 });

  law.prop([fc.integer({ min: 16, max: 1024 })])(
    'carries the bytes asked for as base64url',
    (bytes) => {
      const token = ids.token(bytes);
      expect(token).toMatch(/^[\w-]+$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(bytes);
      expect(ids.token(bytes)).not.toBe(token);
    },
  );

  test.for([0, 15, 1025, Number.NaN, -1])('of %d bytes is refused', (bytes) => {
    expect(() => ids.token(bytes)).toThrow(RangeError);
  });
});

/** Returns a source of counting bytes that records its output. */
function counting(): {
  readonly given: Uint8Array[];
  readonly source: (size: number) => Uint8Array;
} {
  const given: Uint8Array[] = [];
  let next = 1;
  return {
    given,
    source(size) {
      const bytes = Uint8Array.from({ length: size }, () => next++ % 256);
      given.push(bytes);
      return bytes;
    },
  };
}

test('gives the bytes of the source in order, most significant first', () => {
  const random = createBufferedRandom(counting().source);
  expect(random.next40Bits()).toBe(0x01_02_03_04_05);
  expect(random.next24Bits()).toBe(0x06_07_08);
  expect(random.next40Bits()).toBe(0x09_0a_0b_0c_0d);
});

test('wipes every byte it has used, and only those', () => {
  const { given, source } = counting();
  const random = createBufferedRandom(source);
  random.next40Bits();
  random.next24Bits();
  expect([...(given[0]?.subarray(0, 10) ?? [])]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 9, 10]);
});

law.prop([fc.array(fc.boolean(), { minLength: 20_000, maxLength: 20_000 })], { numRuns: 5 })(
  'asks for many bytes at a time and stays within its range',
  (draws) => {
    const { given, source } = counting();
    const random = createBufferedRandom(source);
    for (const isLong of draws) {
      const value = isLong ? random.next40Bits() : random.next24Bits();
      expect(value >= 0 && value < (isLong ? 2 ** 40 : 2 ** 24)).toBe(true);
    }
    expect(given.length).toBeLessThan(10);
  },
);
