import { fc, test } from '@fast-check/vitest';
import { expect, it } from 'vitest';
import { keyShapeIn, randomTextIn, withoutKeys } from './key-shapes.ts';

const hexadecimal = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const keys = fc.oneof(
  fc.tuple(fc.uuid(), hexadecimal(32)).map(([id, secret]) => `${id}:${secret}`),
  hexadecimal(40).map((text) => `sk-${text}`),
  hexadecimal(40).map((text) => `key_${text}`),
);

test.prop([keys, fc.constantFrom('', 'a ', '"', '\n'), fc.constantFrom('', ' b', '"', '.')])(
  '[mock.cassettes.secrets] a key is found by its format beside any text, plain and in Base64, and not once it is replaced',
  (key, before, after) => {
    for (const written of [key, Buffer.from(key).toString('base64')]) {
      const text = before + written + after;
      expect(keyShapeIn(text)).toBeDefined();
      expect(withoutKeys(text)).toBe(`${before}$secret${after}`);
      expect(keyShapeIn(withoutKeys(text))).toBeUndefined();
    }
  },
);

it('[mock.cassettes.secrets] a private key is replaced to its end', () => {
  const text = '-----BEGIN PRIVATE KEY-----\\nMIIabc+/=\\n-----END PRIVATE KEY-----';
  expect(withoutKeys(`{"a":"${text}","b":1}`)).toBe('{"a":"$secret","b":1}');
});

it('[mock.cassettes.secrets] words and digests have no format of a key, and look not random', () => {
  const digest = '0123456789abcdef'.repeat(4);
  for (const text of [
    'a red kite over the dunes',
    digest,
    `6f1c8f0e-1b2c-4d3e-8f90-123456789abc`,
  ]) {
    expect(keyShapeIn(text)).toBeUndefined();
    expect(withoutKeys(text)).toBe(text);
    expect(randomTextIn(text)).toBeUndefined();
  }
});
