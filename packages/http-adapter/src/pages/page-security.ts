/** Sent with every page and its parts (OWASP ASVS 14.4). */
const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Headers of a part of the pages whose name changes with its content (RFC 8246). */
export const assetHeaders = {
  ...always,
  'cache-control': 'public, max-age=31536000, immutable',
  vary: 'accept-encoding',
} as const;

/**
 * Headers of a document. Scripts and styles come from our own files, or carry the nonce of this answer; style
 * attributes are how React sets sizes. Nothing is fetched from anywhere else, and nobody may frame it.
 */
export function documentHeaders(nonce: string): { readonly [name: string]: string } {
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src-elem 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ];
  return {
    ...always,
    'cache-control': 'no-cache',
    'content-security-policy': policy.join('; '),
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'content-type': 'text/html; charset=utf-8',
  };
}
