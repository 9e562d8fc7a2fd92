import { fc, test as law } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { createBufferedRandom } from './buffered-random.ts';

/** A source of counting bytes that keeps what it gave. */
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
