import { createHmac } from 'node:crypto';
import { isSameCode, secondsIn, type SignatureRule } from '../engine/notice-signature.ts';
import { bodyOf } from '../engine/task-reader.ts';
import { textIn } from '../json/json-fields.ts';

const prefix = 'whsec_';
/** A message has a signature for each secret that is valid while one is replaced. */
const mostSignatures = 10;

/**
 * Standard Webhooks, with the secret of the account (replicate.com/docs/topics/webhooks/verify-webhook, read
 * 2026-12-01).
 */
export const signature: SignatureRule = {
  keys: {
    request: { path: '/webhooks/default/secret' },
    read: (response) => {
      const key = textIn(bodyOf(response)?.['key']);
      return key?.startsWith(prefix) === true ? [key] : undefined;
    },
  },
  signedAt: (headers) => secondsIn(headers['webhook-timestamp']),
  isBy: (key, { headers, bytes }) => {
    const code = createHmac('sha256', Buffer.from(key.slice(prefix.length), 'base64'))
      .update(`${headers['webhook-id'] ?? ''}.${headers['webhook-timestamp'] ?? ''}.`)
      .update(bytes)
      .digest();
    const given = (headers['webhook-signature'] ?? '').split(' ', mostSignatures);
    return given.some((one) => one.startsWith('v1,') && isSameCode(code, one.slice('v1,'.length)));
  },
};
