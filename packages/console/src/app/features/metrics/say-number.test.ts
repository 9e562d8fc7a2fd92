import { expect, it } from 'vitest';
import { sayBytes, sayDuration, sayNumber, sayShare } from './say-number.ts';

it.each([
  [0, '0'],
  [1.25, '1.3'],
  [99.96, '100'],
  [123.4, '123'],
  [1_234_567, '1,234,567'],
])('%d is %s', (value, said) => expect(sayNumber(value, 'en')).toBe(said));

it.each([
  [1, 1, '100%'],
  [9_999, 10_000, '99.9%'],
  [1, 3, '33.3%'],
  [0, 5, '0%'],
  [0, 0, null],
])('%d of %d is %s', (part, whole, said) => expect(sayShare(part, whole, 'en')).toBe(said));

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [12_345_678, '12.3 MB'],
  [123_456_789_000, '123 GB'],
  [5e15, '5,000 TB'],
])('%d bytes are %s', (bytes, said) => expect(sayBytes(bytes, 'en')).toBe(said));

it.each([
  [0, '0ms'],
  [999, '999ms'],
  [1_000, '1s'],
  [1_250, '1.3s'],
  [9_960, '10s'],
  [125_000, '2m 5s'],
])('%d ms are %s', (durationMs, said) => expect(sayDuration(durationMs, 'en')).toBe(said));
