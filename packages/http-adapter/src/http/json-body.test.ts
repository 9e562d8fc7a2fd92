import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { type JsonBounds, checkJsonStructure } from './json-body.ts';

const bounds: JsonBounds = {
  bytesBesideDataUrls: 200,
  values: 10,
  depth: 4,
  nameBytes: 8,
  numberBytes: 6,
};
const check = (text: string, within: Partial<JsonBounds> = {}): string | undefined =>
  checkJsonStructure(Buffer.from(text), { ...bounds, ...within });

/** Counts the parts of a value on the value itself. */
function measure(value: unknown): { readonly values: number; readonly depth: number } {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  const inner = Object.values(value).map(measure);
  return {
    values: inner.reduce((sum, { values }) => sum + values, 1),
    depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)),
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('checkJsonStructure', () => {
  it.each([
    ['', undefined],
    ['[1,2,3,4,5,6,7,8,9]', undefined],
    ['[1,2,3,4,5,6,7,8,9,0]', 'has more than 10 values'],
    ['{"a":1,"b":[],"c":{},"d":"","e":null,"f":1,"g":1,"h":1,"i":1}', undefined],
    ['{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}', 'has more than 10 values'],
    ['[[[[]]]]', undefined],
    ['[[[[[]]]]]', 'is nested more than 4 levels deep'],
    ['{"a":{"a":{"a":{"a":{}}}}}', 'is nested more than 4 levels deep'],
    ['{"12345678":1}', undefined],
    ['{"123456789" :1}', 'has a name of more than 8 bytes'],
    ['["123456789"]', undefined],
    ['[123456]', undefined],
    ['[1234567]', 'has a number of more than 6 characters'],
    ['[1, 1234567', 'has a number of more than 6 characters'],
    ['["[[[[[[,,,,,,,,,,,,"]', undefined],
    [String.raw`["\"[[[[[[\\","\\\"[[[[["]`, undefined],
    [`["${'x'.repeat(198)}"]`, 'has more than 200 bytes beside data URLs'],
    [`["data:${'x'.repeat(400)}"]`, undefined],
    [`{"a":"DATA:${'x'.repeat(400)}","b":1}`, undefined],
    [
      `["data:${'x'.repeat(400)}","${'x'.repeat(198)}"]`,
      'has more than 200 bytes beside data URLs',
    ],
    [`["data:",${' '.repeat(200)}1]`, 'has more than 200 bytes beside data URLs'],
    [`[1]${' '.repeat(200)}`, 'has more than 200 bytes beside data URLs'],
    [String.raw`["\\",[[[[1]]]]]`, 'is nested more than 4 levels deep'],
  ])('of %s says %s', (text, problem) => {
    expect(check(text)).toBe(problem);
  });

  it.each([
    ',,,,',
    ']]]]',
    '::::',
    '"',
    String.raw`"\ `.trim(),
    '{"a"::',
    '[1,,,2',
    String.raw`["\"`,
  ])('leaves to a parser what is no JSON: %s', (text) => {
    expect(check(text)).toBeUndefined();
    expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  });

  test.prop([fc.jsonValue({ maxDepth: 6 }), fc.integer({ min: 0, max: 3 })])(
    'counts what is there, however it is written',
    (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      const { values, depth } = measure(JSON.parse(text));
      const wide = { bytesBesideDataUrls: 1_000_000, nameBytes: 10_000, numberBytes: 100 };
      expect(check(text, { ...wide, values, depth })).toBeUndefined();
      expect(check(text, { ...wide, values: values - 1, depth })).toBeDefined();
      if (depth > 0) expect(check(text, { ...wide, values, depth: depth - 1 })).toBeDefined();
    },
  );

  test.prop([
    fc
      .string({ unit: fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '1', ' ', 'a') })
      .filter(isJson),
  ])('counts the contents of text a parser accepts', (text) => {
    const { values, depth } = measure(JSON.parse(text));
    const isWithin = values <= bounds.values && depth <= bounds.depth;
    expect(check(text, { nameBytes: 1000, numberBytes: 1000 }) === undefined).toBe(isWithin);
  });
});
