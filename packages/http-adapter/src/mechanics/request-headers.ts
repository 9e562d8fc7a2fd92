type BearerReading =
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

/**
 * Every line of one header as it arrived. Node joins some repeated lines and drops others, so `headers` cannot tell
 * a repeat from a single line (Node `http.IncomingMessage.headers`).
 *
 * @param rawHeaders - names and values in turn, as in `IncomingMessage.rawHeaders`
 * @param name - lower-case header name
 */
export function headerLines(rawHeaders: readonly string[], name: string): readonly string[] {
  const lines: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const candidate = rawHeaders[index];
    const value = rawHeaders[index + 1];
    if (candidate === undefined || value === undefined) continue;
    if (candidate.length === name.length && candidate.toLowerCase() === name) lines.push(value);
  }
  return lines;
}
