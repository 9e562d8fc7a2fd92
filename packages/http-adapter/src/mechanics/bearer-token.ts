import { headerLines } from './raw-header.ts';

export type BearerReading =
  /** No `Authorization` line, or one of another scheme. */
  | { readonly kind: 'absent' }
  /** More than one line, or something that is not one word of visible ASCII. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string };

const absent: BearerReading = { kind: 'absent' };
const malformed: BearerReading = { kind: 'malformed' };
const bearer = /^bearer(?: +(.*))?$/i;
const visibleAscii = /^[\x21-\x7e]+$/;

/**
 * Reads `Authorization: Bearer <token>` (RFC 6750 §2.1; the scheme in any case, RFC 9110 §11.1). Any visible ASCII is
 * taken as a token, since operators choose some keys themselves.
 */
export function readBearerToken(rawHeaders: readonly string[]): BearerReading {
  const lines = headerLines(rawHeaders, 'authorization');
  if (lines.length > 1) return malformed;
  const scheme = bearer.exec(lines[0] ?? '');
  if (scheme === null) return absent;
  const token = scheme[1]?.trimEnd() ?? '';
  if (token === '') return absent;
  return visibleAscii.test(token) ? { kind: 'token', token } : malformed;
}
