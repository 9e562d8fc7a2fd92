import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { createMemoisedJson } from './memoised-json.ts';

describe('createMemoisedJson', () => {
  test.prop([fc.record({ a: fc.string(), b: fc.anything() }), fc.string(), fc.string()])(
    'an added field is the same as having had it',
    (source, name, value) => {
      fc.pre(name !== 'a' && name !== 'b' && name !== '__proto__');
      const plain = { a: source.a, b: 1 };
      const json = createMemoisedJson<typeof plain>((object) => object);
      expect(JSON.parse(json.render(plain, { name, value }))).toEqual({ ...plain, [name]: value });
      expect(JSON.parse(json.render(plain))).toEqual(plain);
    },
  );

  it('encodes each object once, whatever is added', () => {
    let encoded = 0;
    const json = createMemoisedJson<{ a: number }>((object) => {
      encoded += 1;
      return object;
    });
    const source = { a: 1 };
    json.render(source);
    json.render(source, { name: 'u', value: '1' });
    expect(json.render(source, { name: 'u', value: '2' })).toBe('{"a":1,"u":"2"}');
    json.entityTag(source);
    expect(encoded).toBe(1);
    json.render({ a: 1 });
    expect(encoded).toBe(2);
  });

  it('gives the same tag to the same text and another to another', () => {
    const json = createMemoisedJson<{ a: number }>((object) => object);
    expect(json.entityTag({ a: 1 })).toBe(json.entityTag({ a: 1 }));
    expect(json.entityTag({ a: 1 })).not.toBe(json.entityTag({ a: 2 }));
    expect(json.entityTag({ a: 1 })).toMatch(/^"[\w-]{27}"$/);
  });
});
