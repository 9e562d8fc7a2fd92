import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settingsSchema } from './settings-schema.ts';
import { weakKeys, weakKeysBeforeOthers } from './exposure.ts';

const loopback = settingsSchema.parse({});
const names = [
  'FILMGATE_SERVICE_API_KEY',
  'FILMGATE_NATIVE_API_KEY',
  'FILMGATE_METRICS_TOKEN',
] as const;

describe.each(names)('%s', (name) => {
  const rulesOf = (key: string): readonly string[] =>
    weakKeys({ ...loopback, [name]: key }).map(({ rule }) => rule);

  it.each([
    ['a', 'must have at least 16 characters'],
    ['abcdefghijklmno', 'must have at least 16 characters'],
    ['🎬'.repeat(15), 'must have at least 16 characters'],
    ['aaaaaaaaaaaaaaaa', 'must have at least 6 different characters'],
    ['abcdeabcdeabcdeabcde', 'must have at least 6 different characters'],
  ])('[guessing.key-strength] %j could be guessed', (key, rule) => {
    expect(rulesOf(key)).toEqual([rule]);
  });

  it('[guessing.key-strength] of 16 random hexadecimal digits or more could not, and an unset one is no key', () => {
    const digit = fc.constantFrom(...'0123456789abcdef');
    fc.assert(
      fc.property(fc.array(digit, { minLength: 16, maxLength: 64 }), (digits) => {
        fc.pre(new Set(digits).size >= 6);
        expect(rulesOf(digits.join(''))).toEqual([]);
      }),
    );
    expect(rulesOf('')).toEqual([]);
  });

  it('[guessing.key-strength] is taken on loopback however short, and nowhere else', () => {
    const weak = { ...loopback, [name]: 'short' };
    expect(weakKeysBeforeOthers(weak)).toEqual([]);
    const open = weakKeysBeforeOthers({ ...weak, FILMGATE_HOST: '0.0.0.0' });
    expect(open.map((key) => key.name)).toEqual([name]);
    expect(JSON.stringify(open)).not.toContain('short');
  });
});
