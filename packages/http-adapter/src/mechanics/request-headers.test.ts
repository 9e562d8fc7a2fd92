import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { readBearerToken } from './request-headers.ts';

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
