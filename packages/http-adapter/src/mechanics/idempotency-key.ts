import { headerLines } from './request-headers.ts';

export type IdempotencyKeyReading =
  | { readonly kind: 'absent' }
  /** `reason` completes the sentence "Idempotency-Key …". */
  | { readonly kind: 'invalid'; readonly reason: string }
  | { readonly kind: 'key'; readonly key: string };

export interface IdempotencyKeyLimits {
  /** Characters after unquoting. */
  readonly minimum: number;
  readonly maximum: number;
}

const visibleAscii = /^[\x21-\x7e]*$/;
/** The content of an RFC 9651 string: `"` and `\` only after a backslash. */
const quotedContent = /^(?:[^"\\]|\\["\\])*$/;

/**
 * Reads the `Idempotency-Key` header (draft-ietf-httpapi-idempotency-key-header): visible ASCII, bare or as a quoted
 * string, which names the same key as its content does bare. Two lines are refused, never joined.
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
  if (!visibleAscii.test(key))
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
