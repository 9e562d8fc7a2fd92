import { createHash, createPublicKey, verify } from 'node:crypto';
import { secondsIn, type SignatureRule } from '../engine/notice-signature.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { objectsAmong } from '../json/json-fields.ts';

/**
 * Ed25519 over request, user, second and the digest of the body, a line each, by one of fal's public keys
 * (fal.ai/docs/documentation/model-apis/inference/webhooks, "Verifying Your Webhook", read 2026-11-28).
 */
export const signature: SignatureRule = {
  keys: {
    request: { path: '/.well-known/jwks.json', origin: 'keys' },
    read: (response) => {
      const keys = (objectsAmong(bodyOf(response)?.['keys']) ?? []).flatMap(({ x }) =>
        typeof x === 'string' && /^[\w-]{43}$/.test(x) ? [x] : [],
      );
      return keys.length === 0 ? undefined : keys;
    },
  },
  signedAt: (headers) => secondsIn(headers['x-fal-webhook-timestamp']),
  isBy: (x, { headers, bytes }) => {
    const given = headers['x-fal-webhook-signature'] ?? '';
    if (!/^[0-9a-f]{128}$/i.test(given)) return false;
    const signed = ['request-id', 'user-id', 'timestamp'].map(
      (name) => headers[`x-fal-webhook-${name}`] ?? '',
    );
    const lines = [...signed, createHash('sha256').update(bytes).digest('hex')];
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, Buffer.from(lines.join('\n')), key, Buffer.from(given, 'hex'));
  },
};
