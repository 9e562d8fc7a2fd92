import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../json/json-value.ts';
import type { Digest } from '../ports/gateway-ports.ts';
import { requestFingerprint } from './request-fingerprint.ts';

const digest: Digest = { sha256: (data) => createHash('sha256').update(data).digest('hex') };

/** Contents of few members and values, so that equal pairs occur often. */
const content = fc
  .dictionary(
    fc.constantFrom('prompt', 'seconds', 'size', 'images'),
    fc.oneof(
      fc.constantFrom<JsonValue>('a', 'b', '', '5', 5, 8, true, false, null),
      fc.array(fc.constantFrom<JsonValue>('a', 'b', { url: 'u' }), { maxLength: 2 }),
    ),
    { noNullPrototype: true, maxKeys: 3 },
  )
  .map((value): { readonly [key: string]: JsonValue } => value);

describe('requestFingerprint', () => {
  it('is the version and the SHA-256 of the canonical text', () => {
    expect(requestFingerprint({ b: 1, a: 'x' }, digest)).toBe(
      `1:${digest.sha256('{"a":"x","b":1}')}`,
    );
  });

  it('[idempotency.content-ignored] is the same under any order of members', () => {
    fc.assert(
      fc.property(content, (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(requestFingerprint(turned, digest)).toBe(requestFingerprint(value, digest));
      }),
    );
  });

  it('[idempotency.conflict] is equal exactly when the content is', () => {
    fc.assert(
      fc.property(content, content, (one, other) => {
        expect(requestFingerprint(one, digest) === requestFingerprint(other, digest)).toBe(
          isDeepStrictEqual(one, other),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it('[idempotency.content-before-defaults] distinguishes a field left out from a field stated', () => {
    expect(requestFingerprint({ prompt: 'a' }, digest)).not.toBe(
      requestFingerprint({ prompt: 'a', seconds: 5 }, digest),
    );
  });
});
