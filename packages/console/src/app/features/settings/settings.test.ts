import { describe, expect, it } from 'vitest';
import { makeKey } from './make-key.ts';
import { readValue } from './read-value.ts';
import { factsOf, knownSettings, settingGroups } from './setting-facts.ts';

describe('settings', () => {
  it.each([
    ['12', { kind: 'number', unit: 'tasks' }, 12],
    [' 12 ', { kind: 'number', unit: 'tasks' }, 12],
    ['many', { kind: 'number', unit: 'tasks' }, 'many'],
    ['1.5', { kind: 'number', unit: 'times' }, '1.5'],
    ['true', { kind: 'flag' }, true],
    ['false', { kind: 'flag' }, false],
    [' a ', { kind: 'secret', canBeMade: true }, ' a '],
    [' a ', { kind: 'text' }, 'a'],
  ] as const)('%j in a field of %o is sent as %j', (text, form, value) => {
    expect(readValue(text, form)).toBe(value);
  });

  it('each group has some, and one of a newer server is shown too', () => {
    const groups = new Set(knownSettings.map((name) => factsOf(name).group));
    expect(groups).toEqual(new Set(settingGroups));
    expect(factsOf('brand_new')).toEqual({ group: 'process', form: { kind: 'text' } });
  });

  it('a made key has 256 bits, fits into a header, and is another one each time', () => {
    const keys = Array.from({ length: 50 }, makeKey);
    expect(new Set(keys).size).toBe(50);
    for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  });
});
