import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson, type JsonValue } from './json-value.ts';

const { json } = fc.letrec<{ json: JsonValue; object: { [key: string]: JsonValue } }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('json'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.string({ unit: 'binary' }), tie('json'), {
    maxKeys: 4,
    noNullPrototype: true,
  }),
}));

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function shuffleMembers(value: JsonValue): JsonValue {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map((item) => shuffleMembers(item));
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, item]) => [name, shuffleMembers(item)]));
}

describe('canonicalJson', () => {
  it('prints the example of RFC 8785 §3.2.2', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000f\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  it('sorts members by UTF-16 code units as RFC 8785 §3.2.3 does', () => {
    const value = {
      '\u20ac': 1,
      '\r': 2,
      '\ufb33': 3,
      '1': 4,
      '\u{1f600}': 5,
      '\u0080': 6,
      '\u00f6': 7,
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'refuses %d',
    (value) => {
      expect(() => canonicalJson({ deep: [value] })).toThrow(TypeError);
    },
  );

  it('refuses what JSON cannot carry', () => {
    for (const value of [undefined, 1n, (): void => undefined, Symbol('s')]) {
      // @ts-expect-error an untyped caller
      expect(() => canonicalJson([value])).toThrow(TypeError);
      // @ts-expect-error an untyped caller
      expect(() => canonicalJson({ member: value })).toThrow(TypeError);
    }
  });

  it('keeps a lone surrogate apart from its escape spelled out', () => {
    expect(canonicalJson('\ud83c')).toBe('"\\ud83c"');
    expect(canonicalJson('\\ud83c')).toBe('"\\\\ud83c"');
  });

  it('prints a minus zero as zero and keeps a member named __proto__', () => {
    expect(canonicalJson([-0, 0])).toBe('[0,0]');
    const value = Object.fromEntries([['__proto__', { a: 1 }]]);
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":1}}');
  });

  it('is valid JSON of the same value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('does not depend on the order of members, at any depth', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(shuffleMembers(value))).toBe(canonicalJson(value));
      }),
    );
  });
});
