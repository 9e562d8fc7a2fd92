import { describe, expect, it } from 'vitest';
import { chooseCoding } from './cacheable-json.ts';

describe('the coding of a response', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br; Q=0.5 ,gzip ; q=0.4', 'br'],
    ['deflate', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['identity', 'identity'],
    ['identity;q=0.5, gzip;q=1.0', 'gzip'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['gzip;q=0', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    ['identity;q=0', 'identity'],
  ] as const)('is, for Accept-Encoding %j, %s [models.cached]', (header, coding) => {
    expect(chooseCoding(header)).toBe(coding);
  });
});
