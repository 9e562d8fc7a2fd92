import { createHmac } from 'node:crypto';
import { keyedDigest } from '../../job/keyed-digest.ts';
import type { Callback } from '../../job/word-callback.ts';

/** Headers of Vidu's signature, in their order. */
const signed = ['Date', 'x-request-nonce'] as const;

/**
 * Headers of a callback, signed with the key of its task: the signature is of the URL and two headers, and not of the
 * body (platform.vidu.com/docs/callback-signature, read 2026-12-01). A forged callback is signed with another key.
 */
export function viduCallbackHeaders({
  job,
  id,
  sentAt,
  isForged,
}: Pick<Callback, 'job' | 'id' | 'sentAt' | 'isForged'>) {
  const { pathname, search } = new URL(job.callback?.url ?? '');
  const headers = { Date: new Date(sentAt).toUTCString(), 'x-request-nonce': id };
  const lines = ['POST', pathname, search.slice(1), 'vidu', headers.Date];
  const text = [...lines, ...signed.map((name) => `${name}:${headers[name]}`), ''].join('\n');
  const key = isForged ? keyedDigest(job.account, 'forger') : job.account;
  return {
    ...headers,
    'X-HMAC-ALGORITHM': 'hmac-sha256',
    'X-HMAC-ACCESS-KEY': 'vidu',
    'X-HMAC-SIGNED-HEADERS': signed.join(';'),
    'X-HMAC-SIGNATURE': createHmac('sha256', key).update(text).digest('base64'),
  };
}
