type BearerReading =
  /** No `Authorization` line, or one of another scheme. */
  | { readonly kind: 'absent' }
  /** More than one line, or a value that is not one word of visible ASCII. */
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
 * Returns every line of one header as it arrived. Node joins some repeated lines and drops others, so `headers` cannot
 * distinguish a repeat from a single line (Node `http.IncomingMessage.headers`).
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

type IdempotencyKeyReading =
  | { readonly kind: 'absent' }
  /** `reason` completes the sentence "Idempotency-Key …". */
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'key'; readonly key: string };

interface IdempotencyKeyLimits {
  /** Characters after unquoting. */
  readonly minimum: number;
  readonly maximum: number;
}

const keyCharacters = /^[\x21-\x7e]*$/;
/** The content of an RFC 9651 string: `"` and `\` only after a backslash. */
const quotedContent = /^(?:[^"\\]|\\["\\])*$/;

/**
 * Reads the `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): visible ASCII, bare or as a quoted
 * string, which names the same key as its bare content. Two lines are refused, never joined.
 */
export function readIdempotencyKey(
  rawHeaders: readonly string[],
  limits: IdempotencyKeyLimits,
): IdempotencyKeyReading {
  const lines = headerLines(rawHeaders, 'idempotency-key');
  const line = lines[0];
  if (line === undefined) return { kind: 'absent' };
  if (lines.length > 1) return { kind: 'invalid', reason: 'must be sent once' };
  const key = unquote(line.trim());
  if (key === undefined) return { kind: 'invalid', reason: 'is not a well-formed quoted string' };
  if (!keyCharacters.test(key))
    return { kind: 'invalid', reason: 'must be visible ASCII characters' };
  if (key.length < limits.minimum || key.length > limits.maximum) {
    return {
      kind: 'invalid',
      reason: `must have ${limits.minimum} to ${limits.maximum} characters`,
    };
  }
  return { kind: 'key', key };
}

function unquote(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  if (text.length < 2 || !text.endsWith('"')) return undefined;
  const content = text.slice(1, -1);
  return quotedContent.test(content) ? content.replaceAll(/\\(["\\])/g, '$1') : undefined;
}
