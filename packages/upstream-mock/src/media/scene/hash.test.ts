import { describe, expect, test } from 'vitest';
import { hashText, keyedNumber } from './hash.ts';

describe('hashText', () => {
  // Test vectors of draft-eastlake-fnv, appendix C.
  test.for([
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['foobar', 0xbf9cf968],
  ] as const)('of %j is FNV-1a', ([text, hash]) => {
    expect(hashText(text)).toBe(hash);
  });

  test('takes the UTF-8 bytes', () => {
    expect(hashText('\u706f')).not.toBe(hashText('\u6f06'));
  });
});

describe('keyedNumber', () => {
  test('is the same on every call', () => {
    expect(keyedNumber(7, 1, 2)).toBe(keyedNumber(7, 1, 2));
  });

  test('depends on the key, each part, their order and their number', () => {
    const numbers = [
      keyedNumber(7, 1, 2),
      keyedNumber(8, 1, 2),
      keyedNumber(7, 2, 1),
      keyedNumber(7, 1, 3),
      keyedNumber(7, 1),
      keyedNumber(7, 1, 2, 0),
      keyedNumber(0),
      keyedNumber(0, 0),
      keyedNumber(0, 0, 0),
    ];
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  test('spreads small parts evenly', () => {
    const counts = new Map<number, number>();
    for (let part = 0; part < 12_000; part += 1) {
      const bucket = keyedNumber(1, part) % 12;
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
    expect(counts.size).toBe(12);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });
});
