import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readBearerToken, readIdempotencyKey } from './request-headers.ts';

describe('readBearerToken', () => {
  it.each([
    [['Authorization', 'Bearer abc'], { kind: 'token', token: 'abc' }],
    [['authorization', 'bearer abc'], { kind: 'token', token: 'abc' }],
    [['AUTHORIZATION', 'BEARER   abc  '], { kind: 'token', token: 'abc' }],
    [['Authorization', 'Bearer a!b'], { kind: 'token', token: 'a!b' }],
    [[], { kind: 'absent' }],
    [['Authorization', ''], { kind: 'absent' }],
    [['Authorization', 'Bearer'], { kind: 'absent' }],
    [['Authorization', 'Bearer '], { kind: 'absent' }],
    [['Authorization', 'Basic abc'], { kind: 'absent' }],
    [['Authorization', 'Bearerabc'], { kind: 'absent' }],
    [['X-Authorization', 'Bearer abc'], { kind: 'absent' }],
    [['Authorization', 'Bearer a b'], { kind: 'malformed' }],
    [['Authorization', 'Bearer ä'], { kind: 'malformed' }],
    [['Authorization', 'Bearer a', 'authorization', 'Bearer a'], { kind: 'malformed' }],
  ])('%j is %j', (rawHeaders, expected) => {
    expect(readBearerToken(rawHeaders)).toEqual(expected);
  });

  const visible = fc.string({
    unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
    minLength: 1,
  });
  test.prop([visible])('gives back any token of visible ASCII', (token) => {
    expect(readBearerToken(['Authorization', `Bearer ${token}`])).toEqual({ kind: 'token', token });
  });
});

const limits = { minimum: 1, maximum: 255 };
const read = (...values: string[]): unknown =>
  readIdempotencyKey(
    values.flatMap((value) => ['Idempotency-Key', value]),
    limits,
  );

describe('readIdempotencyKey', () => {
  it.each([
    ['abc', 'abc'],
    ['"abc"', 'abc'],
    ['  abc  ', 'abc'],
    ['a"b', 'a"b'],
    [String.raw`"a\"b"`, 'a"b'],
    [String.raw`"a\\b"`, String.raw`a\b`],
    ['a'.repeat(255), 'a'.repeat(255)],
    [`"${'a'.repeat(255)}"`, 'a'.repeat(255)],
  ])('%s is the key %s', (value, key) => {
    expect(read(value)).toEqual({ kind: 'key', key });
  });

  it.each([
    ['', 'must have 1 to 255 characters'],
    ['""', 'must have 1 to 255 characters'],
    ['a'.repeat(256), 'must have 1 to 255 characters'],
    ['a b', 'must be visible ASCII characters'],
    ['"a b"', 'must be visible ASCII characters'],
    ['a\tb', 'must be visible ASCII characters'],
    ['schlüssel', 'must be visible ASCII characters'],
    ['"', 'is not a well-formed quoted string'],
    ['"abc', 'is not a well-formed quoted string'],
    ['"a"b"', 'is not a well-formed quoted string'],
    [String.raw`"a\b"`, 'is not a well-formed quoted string'],
    ['"abc";q=1', 'is not a well-formed quoted string'],
  ])('%s is refused: %s', (value, reason) => {
    expect(read(value)).toEqual({ kind: 'invalid', reason });
  });

  it('is absent without the header', () => {
    expect(read()).toEqual({ kind: 'absent' });
  });

  it('refuses two lines, even equal ones', () => {
    expect(read('abc', 'abc')).toEqual({ kind: 'invalid', reason: 'must be sent once' });
  });

  it('counts after unquoting', () => {
    const native = { minimum: 8, maximum: 128 };
    expect(readIdempotencyKey(['Idempotency-Key', '"123456"'], native).kind).toBe('invalid');
    expect(readIdempotencyKey(['Idempotency-Key', '"12345678"'], native)).toEqual({
      kind: 'key',
      key: '12345678',
    });
  });

  const visible = fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code));
  const keys = fc
    .string({ unit: visible, minLength: 1, maxLength: 255 })
    .filter((key) => !key.startsWith('"'));
  test.prop([keys])('a key means the same bare and quoted', (key) => {
    const quoted = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    expect(read(quoted)).toEqual({ kind: 'key', key });
    expect(read(key)).toEqual({ kind: 'key', key });
  });
});
