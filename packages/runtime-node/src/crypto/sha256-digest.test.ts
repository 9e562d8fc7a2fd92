import { createHmac } from 'node:crypto';
import { fc, test as law } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { hmacVectors } from '../../test/support/hmac-vectors.ts';
import { createDigest, createKeyedDigest } from './sha256-digest.ts';

const digest = createDigest();
const anyText = fc.string({ unit: 'binary' });
/** Strings of arbitrary UTF-16 units, unpaired surrogates among them. */
const anyUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
  .map((units) => String.fromCharCode(...units));

describe('sha256', () => {
  test.for([
    ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
    [
      'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
      '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
    ],
  ] as const)('of %j is the published value', ([text, expected]) => {
    expect(digest.sha256(text)).toBe(expected);
  });

  law.prop([anyText])('of text is that of its UTF-8 bytes', (text) => {
    expect(digest.sha256(text)).toBe(digest.sha256(new TextEncoder().encode(text)));
  });

  law.prop([fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 10 })])(
    'does not depend on how bytes arrive',
    (pieces) => {
      const running = digest.stream();
      for (const piece of pieces) running.update(piece);
      expect(running.hex()).toBe(
        digest.sha256(new Uint8Array(pieces.flatMap((piece) => [...piece]))),
      );
    },
  );

  test('a finished stream is finished', () => {
    const running = digest.stream();
    running.hex();
    expect(() => running.hex()).toThrow();
    expect(() => running.update(new Uint8Array(1))).toThrow();
  });
});

describe('hmacSha256', () => {
  test.for(hmacVectors)('gives the value of RFC 4231', ([key, data, hex]) => {
    expect(digest.hmacSha256({ key, data })).toBe(Buffer.from(hex, 'hex').toString('base64url'));
  });
});

describe('equalInConstantTime', () => {
  law.prop([anyUnits, anyUnits])('is exactly equality', (a, b) => {
    expect(digest.equalInConstantTime(a, b)).toBe(a === b);
    expect(digest.equalInConstantTime(a, a)).toBe(true);
    expect(digest.equalInConstantTime(a, `${a}x`)).toBe(false);
  });

  law.prop([anyUnits, fc.array(anyUnits)])('is the same beside one secret', (secret, others) => {
    const isIt = digest.comparisonWith(secret);
    for (const other of [...others, secret]) {
      expect(isIt(other)).toBe(digest.equalInConstantTime(secret, other));
    }
  });

  test('distinguishes an unpaired surrogate from the character that replaces it in UTF-8', () => {
    expect(digest.equalInConstantTime('\ud800', '\ufffd')).toBe(false);
  });
});

/** Strings of arbitrary UTF-16 units, unpaired surrogates among them, on both sides of every relevant length. */
const anyMessage = fc
  .tuple(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(0, 1, 511, 512, 513, 2_000))
  .map(([text, length]) => text.padEnd(length, '\ud83c'));

describe('createKeyedDigest', () => {
  test.for(hmacVectors)('gives the value of RFC 4231', ([key, text, hex]) => {
    expect(createKeyedDigest(key)(text)).toBe(Buffer.from(hex, 'hex').toString('base64url'));
  });

  law.prop([
    fc.uint8Array({ maxLength: 200 }),
    fc.array(anyMessage, { minLength: 1, maxLength: 5 }),
  ])('is HMAC-SHA-256 for every key and text, whatever was digested before', (key, texts) => {
    const keyedDigest = createKeyedDigest(key);
    for (const text of texts) {
      expect(keyedDigest(text)).toBe(createHmac('sha256', key).update(text).digest('base64url'));
    }
  });

  test('does not follow a key that is overwritten later', () => {
    const key = new Uint8Array(32).fill(7);
    const keyedDigest = createKeyedDigest(key);
    const before = keyedDigest('text');
    key.fill(0);
    expect(keyedDigest('text')).toBe(before);
  });
});
