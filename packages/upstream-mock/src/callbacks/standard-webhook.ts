import { createHmac } from 'node:crypto';
import { keyedDigest } from '../job/keyed-digest.ts';
import type { Callback } from '../job/word-callback.ts';

const prefix = 'whsec_';

/** Secret that signs the callbacks of the mock's own API. */
export function callbackSecret(seed: string): string {
  return `${prefix}${keyedDigest(seed, 'callback secret').toString('base64')}`;
}

/**
 * Headers of a message (standardwebhooks.com, read 2026-11-28). A forged one is signed with another secret.
 *
 * @param secret - `whsec_` and Base64
 */
export function standardWebhookHeaders(
  secret: string,
  { id, sentAt, isForged }: Pick<Callback, 'id' | 'sentAt' | 'isForged'>,
  body: string,
) {
  const timestamp = String(Math.floor(sentAt / 1_000));
  const key = isForged
    ? keyedDigest(secret, 'forger')
    : Buffer.from(secret.slice(prefix.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}
