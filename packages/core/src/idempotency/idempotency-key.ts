/** The bounds of a key after unquoting, in characters. */
export interface IdempotencyKeyLimits {
  readonly min: number;
  readonly max: number;
}

/** A key as it is stored, or what is wrong with it. */
export type IdempotencyKeyReading =
  | { readonly kind: 'key'; readonly key: string }
  /** Characters other than visible ASCII, or a quoted string that is not whole. */
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'wrong-length';
      readonly length: number;
      readonly limits: IdempotencyKeyLimits;
    };

const visibleAscii = /^[!-~]*$/;
/** A string of RFC 8941 §3.3.3: only the quote and the backslash are escaped. */
const quoted = /^"((?:[^"\\]|\\["\\])*)"$/;

/** The key between its quotes, the bare text, or undefined for quotes that do not close. */
function unquote(raw: string): string | undefined {
  return raw.startsWith('"') ? quoted.exec(raw)?.[1]?.replace(/\\(["\\])/g, '$1') : raw;
}

/**
 * Reads an Idempotency-Key header value (decisions §3 and §4): visible ASCII, bare or as a quoted string of
 * RFC 8941; quotes are taken off before counting, so that both spellings are one key.
 */
export function parseIdempotencyKey(
  raw: string,
  limits: IdempotencyKeyLimits,
): IdempotencyKeyReading {
  const key = unquote(raw);
  if (key === undefined || !visibleAscii.test(key)) return { kind: 'malformed' };
  return key.length < limits.min || key.length > limits.max
    ? { kind: 'wrong-length', length: key.length, limits }
    : { kind: 'key', key };
}
