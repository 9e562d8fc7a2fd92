import { createHmac } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { hmacVectors } from '../../test/support/hmac-vectors.ts';
import { createKeyedDigest } from './sha256-digest.ts';

/** Strings of arbitrary UTF-16 units, unpaired surrogates among them, on both sides of every length that counts. */
const anyText = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(0, 1, 511, 512, 513, 2_000))
  .map(([text, length]) => text.padEnd(length, '\ud83c'));

describe('createKeyedDigest', () => {
  test.for(hmacVectors)('gives the value of RFC 4231', ([key, text, hex]) => {
    expect(createKeyedDigest(key)(text)).toBe(Buffer.from(hex, 'hex').toString('base64url'));
  });

  law.prop([fc.uint8Array({ maxLength: 200 }), fc.array(anyText, { minLength: 1, maxLength: 5 })])(
    'is HMAC-SHA-256 for every key and text, whatever was digested before',
    (key, texts) => {
      const digest = createKeyedDigest(key);
      for (const text of texts) {
        expect(digest(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
      }
    },
  );

  test('does not follow a key that is overwritten later', () => {
    const key = new Uint8Array(32).fill(7);
    const digest = createKeyedDigest(key);
    const before = digest('text');
    key.fill(0);
    expect(digest('text')).toBe(before);
  });
});
