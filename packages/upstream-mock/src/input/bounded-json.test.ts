import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseBoundedJson } from './bounded-json.ts';

const ordinary = fc.json({ maxDepth: 5 });

it('[providers.personalities.bounds] reads JSON as the platform does', () => {
  fc.assert(
    fc.property(ordinary, (text) => {
      const value: unknown = JSON.parse(text);
      expect(parseBoundedJson(Buffer.from(text))).toEqual({ kind: 'read', value });
    }),
  );
});

it('[providers.personalities.bounds] takes brackets and commas within strings for text', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('"', '\\', '[', '{', ',', 'é') }), (inner) => {
      const value = { [inner]: inner.repeat(50) };
      const text = Buffer.from(JSON.stringify(value));
      expect(parseBoundedJson(text)).toEqual({ kind: 'read', value });
    }),
  );
});

it('[providers.personalities.bounds] refuses by its structure what is large when it is parsed', () => {
  const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
  const wide = `[${'0,'.repeat(20_001)}0]`;
  for (const text of [deep, wide, `{"a":${deep}`, '['.repeat(1_000_000)]) {
    expect(parseBoundedJson(Buffer.from(text)).kind).toBe('too-much');
  }
  const allowed = `${'['.repeat(32)}${']'.repeat(32)}`;
  expect(parseBoundedJson(Buffer.from(allowed)).kind).toBe('read');
});

it.each(['', '{', '"', '"\\', ']', '{"a":1}}', 'nothing'])(
  '[providers.personalities.bounds] says of %j that it is no JSON',
  (text) => {
    expect(parseBoundedJson(Buffer.from(text)).kind).toBe('malformed');
  },
);
