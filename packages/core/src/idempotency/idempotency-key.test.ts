import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIdempotencyKey } from './idempotency-key.ts';

const compatible = { min: 1, max: 255 };
const native = { min: 8, max: 128 };

const visible = fc.string({
  unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
  minLength: 1,
  maxLength: 255,
});

function quote(key: string): string {
  return `"${key.replace(/["\\]/g, (sign) => `\\${sign}`)}"`;
}

describe('parseIdempotencyKey', () => {
  it.each([
    ['a', 'a'],
    ['8e03978e-40d5-43dd-bc93-6894a57f9324', '8e03978e-40d5-43dd-bc93-6894a57f9324'],
    ['"abc"', 'abc'],
    ['"a\\"b\\\\c"', 'a"b\\c'],
    ['a"b"', 'a"b"'],
    ['a\\b', 'a\\b'],
  ])('[idempotency.key-form] reads %s', (raw, key) => {
    expect(parseIdempotencyKey(raw, compatible)).toEqual({ kind: 'key', key });
  });

  it.each([
    'a b',
    ' a',
    'a ',
    'a, b',
    'ä',
    '键',
    'a\tb',
    'a\u0000',
    'a\u007f',
    '"',
    '"a',
    'a\n',
    '"a"b"',
    '"a";v=1',
    '"a" ',
    '"a\\b"',
    '"a b"',
    '"键"',
    '"a\\"',
  ])('[idempotency.key-form] finds %j malformed', (raw) => {
    expect(parseIdempotencyKey(raw, compatible)).toEqual({ kind: 'malformed' });
  });

  it.each([
    ['', 0, compatible],
    ['""', 0, compatible],
    ['k'.repeat(256), 256, compatible],
    ['k'.repeat(7), 7, native],
    ['"kkkkkkk"', 7, native],
    ['k'.repeat(129), 129, native],
  ])('[idempotency.key-form] finds %j of the wrong length %i', (raw, length, limits) => {
    expect(parseIdempotencyKey(raw, limits)).toEqual({ kind: 'wrong-length', length, limits });
  });

  it('[native.jobs.key-form] counts after unquoting', () => {
    expect(parseIdempotencyKey(quote('k'.repeat(128)), native).kind).toBe('key');
    expect(parseIdempotencyKey(quote('"'.repeat(128)), native).kind).toBe('key');
    expect(parseIdempotencyKey('k'.repeat(8), native).kind).toBe('key');
  });

  it('[idempotency.quoted] reads a key and the same key quoted alike', () => {
    fc.assert(
      fc.property(visible, (key) => {
        expect(parseIdempotencyKey(quote(key), compatible)).toEqual({ kind: 'key', key });
        fc.pre(!key.startsWith('"'));
        expect(parseIdempotencyKey(key, compatible)).toEqual({ kind: 'key', key });
      }),
    );
  });

  it('is total and gives only visible ASCII within the limits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const reading = parseIdempotencyKey(raw, native);
        const isKey = reading.kind === 'key' && /^[!-~]{8,128}$/.test(reading.key);
        expect(isKey || reading.kind === 'malformed' || reading.kind === 'wrong-length').toBe(true);
      }),
    );
  });
});
