import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './transport.ts';

const now = Date.UTC(2026, 10, 1, 12, 0, 0);

describe('the pause a response requests', () => {
  it.each([
    [null, null],
    ['0', 0],
    ['30', 30_000],
    ['9999999999', 9_999_999_999_000],
    ['99999999999999999999', null],
    ['Sun, 01 Nov 2026 12:00:05 GMT', 5_000],
    ['Sun, 01 Nov 2026 11:00:00 GMT', 0],
    ['-30', null],
    ['1.5', null],
    ['soon', null],
    ['', null],
    ['2026-11-01T12:00:05Z', null],
    ['Sun, 99 Nov 2026 12:00:05 GMT', null],
  ])('[wire.retry-after] %j is %j ms', (text, ms) => {
    expect(readRetryAfter(text, now)).toBe(ms);
  });
});
