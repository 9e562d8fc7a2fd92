import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { keyedDigest } from '../../job/keyed-digest.ts';

/** A webhook to be signed. */
export interface FalWebhook {
  readonly requestId: string;
  readonly userId: string;
  /** Time of sending in seconds since 1970. */
  readonly timestamp: number;
  readonly body: Uint8Array;
}

/** The key set for verification: fal has it at `rest.fal.ai/.well-known/jwks.json`. */
export function falKeySet(seed: string) {
  const { kty, crv, x } = createPublicKey(privateKey(seed)).export({ format: 'jwk' });
  const kid = keyedDigest(seed, 'fal webhook key id').toString('hex', 0, 8);
  return { keys: [{ kty, crv, x, kid, use: 'sig', alg: 'EdDSA' }] };
}

/**
 * The headers by which a receiver verifies a webhook of fal: ED25519 over request, user, second and the digest of the
 * body, a line each (fal.ai/docs/documentation/model-apis/inference/webhooks, "Verifying Your Webhook", read
 * 2026-11-28).
 */
export function falWebhookHeaders(seed: string, webhook: FalWebhook) {
  const { requestId, userId, timestamp, body } = webhook;
  const digest = createHash('sha256').update(body).digest('hex');
  const message = Buffer.from([requestId, userId, timestamp, digest].join('\n'));
  return {
    'x-fal-webhook-request-id': requestId,
    'x-fal-webhook-user-id': userId,
    'x-fal-webhook-timestamp': String(timestamp),
    'x-fal-webhook-signature': sign(null, message, privateKey(seed)).toString('hex'),
  };
}

/** Name of an account in webhooks, which is no credential. */
export function falUserId(seed: string, account: string): string {
  return `mock|${keyedDigest(seed, 'fal user', account).toString('hex', 0, 12)}`;
}

/** Prefix of the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410 §7). */
const keyHeader = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKey(seed: string): KeyObject {
  const key = Buffer.concat([keyHeader, keyedDigest(seed, 'fal webhook key')]);
  return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
}
