/** Sent with every answer that is not a page or a media file (OWASP ASVS 14.4; RFC 9111 §5.2.2.5 for `no-store`). */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
} as const;
