import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { decodeDataUrl, isDataUrl } from './data-url.ts';

describe('decodeDataUrl', () => {
  it.each([
    ['data:image/png;base64,aGVsbG8=', 'hello'],
    ['DATA:image/png;charset=x;BASE64,aGVsbG8=', 'hello'],
    ['data:;base64,aGVsbG8', 'hello'],
    ['data:image/png;base64,aGVs\r\n bG8=', 'hello'],
    ['data:image/png;base64,', ''],
  ])('%s decodes', (url, text) => {
    const reading = decodeDataUrl(url, 100);
    expect(reading.kind === 'decoded' && Buffer.from(reading.bytes).toString()).toBe(text);
  });

  it.each([
    'data:image/png,hello',
    'data:image/png;base64',
    'data:image/png;base64,a',
    'data:image/png;base64,aGVs!G8=',
    'data:image/png;base64,aGVs-G8_',
    'data:image/png;base64,=aGVs',
    'https://example.com/',
  ])('%s is malformed', (url) => {
    expect(decodeDataUrl(url, 100)).toEqual({ kind: 'malformed' });
  });

  it('allows exactly the limit', () => {
    const url = (bytes: number): string => `data:;base64,${Buffer.alloc(bytes).toString('base64')}`;
    expect(decodeDataUrl(url(10), 10).kind).toBe('decoded');
    expect(decodeDataUrl(url(11), 10).kind).toBe('too-large');
  });

  test.prop([fc.uint8Array({ maxLength: 300 })])('gives back what was encoded', (bytes) => {
    const url = `data:application/octet-stream;base64,${Buffer.from(bytes).toString('base64')}`;
    expect(isDataUrl(url)).toBe(true);
    expect(decodeDataUrl(url, 300)).toEqual({ kind: 'decoded', bytes: Buffer.from(bytes) });
  });
});
