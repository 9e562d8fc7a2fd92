import { createHmac } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { BASE62_ALPHABET, createCredentialKeys, randomBase62 } from './credential-keys.ts';

const pepper = new Uint8Array(32).fill(7);
const keys = createCredentialKeys({ pepper });
const purposes = fc.stringMatching(/^[a-z]{2,16}$/);
const base62 = [...BASE62_ALPHABET];

describe('make and read', () => {
  law.prop([purposes])(
    'a made key is well formed, and its hint shows purpose and last four characters',
    (purpose) => {
      const key = keys.make(purpose);
      expect(key).toMatch(new RegExp(`^fg_${purpose}_[0-9A-Za-z]{27}_[0-9A-Za-z]{6}$`));
      expect(keys.read(key)).toEqual({
        kind: 'well-formed',
        purpose,
        hint: `fg_${purpose}_…${key.slice(-4)}`,
      });
    },
  );

  test.for([
    [25, 'foreign'],
    [26, 'well-formed'],
    [40, 'well-formed'],
    [96, 'well-formed'],
    [97, 'foreign'],
  ] as const)('with %i random characters is %s', ([length, kind]) => {
    const body = `fg_user_${'a'.repeat(length)}`;
    expect(
      keys.read(`${body}_${keys.digest(body).replaceAll(/[-_]/gu, '').slice(0, 6)}`).kind,
    ).toBe(kind);
  });

  test('two keys are never the same', () => {
    expect(new Set(Array.from({ length: 1000 }, () => keys.make('user'))).size).toBe(1000);
  });

  law.prop([purposes, fc.nat(), fc.constantFrom(...base62)], { numRuns: 500 })(
    'any one character typed wrong is noticed',
    (purpose, position, character) => {
      const key = keys.make(purpose);
      const at = position % key.length;
      fc.pre(key[at] !== character);
      expect(keys.read(key.slice(0, at) + character + key.slice(at + 1)).kind).not.toBe(
        'well-formed',
      );
    },
  );

  law.prop([purposes, fc.nat()], { numRuns: 500 })(
    'any two neighbours swapped are noticed',
    (purpose, position) => {
      const key = keys.make(purpose);
      const at = position % (key.length - 1);
      const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2);
      fc.pre(swapped !== key);
      expect(keys.read(swapped).kind).not.toBe('well-formed');
    },
  );

  law.prop([purposes, fc.nat()])('a key cut off anywhere is noticed', (purpose, position) => {
    const key = keys.make(purpose);
    expect(keys.read(key.slice(0, position % key.length)).kind).not.toBe('well-formed');
  });

  law.prop([fc.string()])('other text is foreign', (text) => {
    expect(keys.read(text)).toEqual({ kind: 'foreign' });
  });

  test.for([
    ['the purpose changed', (key: string) => key.replace('_user_', '_admin_'), 'mistyped'],
    ['a space at the end', (key: string) => `${key} `, 'foreign'],
    ['a line after it', (key: string) => `${key}\n`, 'foreign'],
    ['capital letters in the prefix', (key: string) => key.replace('fg_', 'FG_'), 'foreign'],
    [
      'a megabyte of it',
      (key: string) => key.replace('_user_', `_user_${'A'.repeat(1_000_000)}`),
      'foreign',
    ],
  ] as const)('%s is %s', ([, change, kind]) => {
    expect(keys.read(change(keys.make('user')))).toEqual({ kind });
  });

  test.for(['', 'u', 'User', 'user_1', 'a'.repeat(17)])('purpose %j is refused', (purpose) => {
    expect(() => keys.make(purpose)).toThrow(RangeError);
  });

  test('[guessing.known-keys] a key made under another pepper is none of ours', () => {
    const other = createCredentialKeys({ pepper: new Uint8Array(32).fill(8) });
    expect(keys.read(other.make('user'))).toEqual({ kind: 'mistyped' });
  });

  test('a key made before stays readable: the form is pinned', () => {
    const fixed = createCredentialKeys({
      pepper,
      randomBytes: (size) => new Uint8Array(size).fill(1),
    });
    const key = fixed.make('user');
    expect(key).toBe('fg_user_111111111111111111111111111_XftCCE');
    expect(keys.read(key).kind).toBe('well-formed');
  });
});

describe('digest', () => {
  test('is HMAC-SHA-256 under the pepper', () => {
    const key = keys.make('user');
    expect(keys.digest(key)).toBe(createHmac('sha256', pepper).update(key).digest('base64url'));
    expect(keys.digest(key)).toHaveLength(43);
    const other = createCredentialKeys({ pepper: new Uint8Array(32).fill(8) });
    expect(other.digest(key)).not.toBe(keys.digest(key));
  });

  test('needs a pepper of 32 bytes', () => {
    expect(() => createCredentialKeys({ pepper: new Uint8Array(31) })).toThrow(RangeError);
  });
});

describe('base 62', () => {
  test('random characters are equally likely', () => {
    let next = 0;
    const everyByte = (size: number): Uint8Array =>
      Uint8Array.from({ length: size }, () => next++ % 256);
    const counts = new Map<string, number>();
    for (const character of randomBase62(248 * 10, everyByte))
      counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    expect(new Set(counts.values())).toEqual(new Set([40]));
  });
});
