import { createHash, createPublicKey, verify } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { falKeySet, falUserId, falWebhookHeaders } from './fal-signature.ts';

/** The steps of fal's documents: any key of the set may have signed. */
function isGenuine(
  set: ReturnType<typeof falKeySet>,
  headers: ReturnType<typeof falWebhookHeaders>,
  body: Uint8Array,
): boolean {
  const digest = createHash('sha256').update(body).digest('hex');
  const message = [
    headers['x-fal-webhook-request-id'],
    headers['x-fal-webhook-user-id'],
    headers['x-fal-webhook-timestamp'],
    digest,
  ].join('\n');
  const signature = Buffer.from(headers['x-fal-webhook-signature'], 'hex');
  return set.keys.some(({ kty, crv, x }) => {
    const key = createPublicKey({
      key: { kty: kty ?? '', crv: crv ?? '', x: x ?? '' },
      format: 'jwk',
    });
    return verify(null, Buffer.from(message), key, signature);
  });
}

const webhook = fc.record({
  requestId: fc.uuid(),
  userId: fc.string({ minLength: 1 }),
  timestamp: fc.nat(),
  body: fc.uint8Array({ maxLength: 200 }),
});

it('[mock.callbacks.fal.signed] what a seed signs its key set verifies, and that of no other seed', () => {
  fc.assert(
    fc.property(webhook, fc.string(), fc.string(), (sent, seed, other) => {
      const headers = falWebhookHeaders(seed, sent);
      expect(falWebhookHeaders(seed, sent)).toEqual(headers);
      expect(isGenuine(falKeySet(seed), headers, sent.body)).toBe(true);
      expect(isGenuine(falKeySet(other), headers, sent.body)).toBe(seed === other);
    }),
    { numRuns: 30 },
  );
});

it('[mock.callbacks.fal.signed] no byte, second, user or request can be exchanged', () => {
  fc.assert(
    fc.property(webhook, fc.nat({ max: 199 }), (sent, at) => {
      const headers = falWebhookHeaders('seed', sent);
      const set = falKeySet('seed');
      const bytes = Uint8Array.from([...sent.body, 0]);
      bytes[at % bytes.length] = (bytes[at % bytes.length] ?? 0) ^ 1;
      expect(isGenuine(set, headers, bytes)).toBe(false);
      for (const name of ['request-id', 'user-id', 'timestamp'] as const) {
        const forged = { ...headers, [`x-fal-webhook-${name}`]: 'another' };
        expect(isGenuine(set, forged, sent.body)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

it('[mock.callbacks.fal.signed] the id of a user tells nothing of the key', () => {
  expect(falUserId('seed', 'account-key')).not.toContain('account-key');
  expect(falUserId('seed', 'one')).not.toBe(falUserId('seed', 'other'));
});
