import { describe, expect, it } from 'vitest';
import { makeKey } from './setting-editor.tsx';
import { readValue } from './setting-value.ts';

describe('settings', () => {
  it.each([
    ['12', { kind: 'number', secret: false }, 12],
    [' 12 ', { kind: 'number', secret: false }, 12],
    ['many', { kind: 'number', secret: false }, 'many'],
    ['1.5', { kind: 'number', secret: false }, '1.5'],
    ['true', { kind: 'flag', secret: false }, true],
    ['false', { kind: 'flag', secret: false }, false],
    [' a ', { kind: 'text', secret: true }, ' a '],
    [' a ', { kind: 'text', secret: false }, 'a'],
  ] as const)('%j in a field of %o is sent as %j', (text, form, value) => {
    expect(readValue(text, form)).toBe(value);
  });

  it('a made key has 256 bits, fits into a header, and is another one each time', () => {
    const keys = Array.from({ length: 50 }, makeKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  });
});
