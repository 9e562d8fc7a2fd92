import { createHmac } from 'node:crypto';
import { isSameCode, type SignatureRule } from '../engine/notice-signature.ts';

const mostHeaders = 10;

/**
 * An HMAC of the URL and some headers, by the key that ordered the task, and not of the body
 * (platform.vidu.com/docs/callback-signature, read 2026-12-01).
 */
export const signature: SignatureRule = {
  signedAt: ({ date = '' }) => {
    const at = /^\w{3}, \d{2} \w{3} \d{4} [\d:]{8} GMT$/.test(date) ? Date.parse(date) : Number.NaN;
    return Number.isNaN(at) ? undefined : at;
  },
  isBy: (key, { headers, url }) => {
    const own = URL.parse(url);
    if (own === null) return false;
    const names = (headers['x-hmac-signed-headers'] ?? '').split(';', mostHeaders);
    const signed = names.map((name) => `${name}:${headers[name.toLowerCase()] ?? ''}`);
    const lines = ['POST', own.pathname, own.search.slice(1), 'vidu', headers['date'], ...signed];
    const code = createHmac('sha256', key)
      .update(`${lines.join('\n')}\n`)
      .digest();
    return isSameCode(code, headers['x-hmac-signature'] ?? '');
  },
};
