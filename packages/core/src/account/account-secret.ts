import { z } from 'zod';

/** Result of reading the secret given for an account. */
export type SecretReading =
  | { readonly kind: 'secret'; readonly secret: string }
  /** `rule` follows the name of the field or setting. */
  | { readonly kind: 'refused'; readonly rule: string };

/** Characters that no header can carry (RFC 9110 §5.5): control characters, and letters beyond Latin-1. */
const unsendable = /[^\u0020-\u007E\u00A0-\u00FF]/;

/** A private key (RFC 7468 §10): it signs, and is sent in no header. */
const privateKey = /^-----BEGIN PRIVATE KEY-----[A-Za-z\d+/=\n]+-----END PRIVATE KEY-----$/;

const fieldsSchema = z.record(z.string(), z.string().trim());

/**
 * Reads a secret without surrounding white space, as at the end of a file; trims each field of a JSON object. Only a
 * private key in a field may have line breaks.
 */
export function readAccountSecret(given: string): SecretReading {
  const fields = fieldsIn(given);
  const secret = fields === undefined ? given.trim() : JSON.stringify(fields);
  const texts = fields === undefined ? [secret] : Object.values(fields);
  if (texts.includes('')) return { kind: 'refused', rule: 'must not be empty' };
  const isKey = (text: string) => fields !== undefined && privateKey.test(text);
  if (texts.some((text) => unsendable.test(text) && !isKey(text)))
    return {
      kind: 'refused',
      rule: 'contains a line break or another character that is not allowed in a header',
    };
  return { kind: 'secret', secret };
}

/** Returns the fields of a JSON object of texts; undefined for any other text. */
function fieldsIn(given: string): Readonly<Record<string, string>> | undefined {
  try {
    return fieldsSchema.safeParse(JSON.parse(given)).data;
  } catch {
    return undefined;
  }
}
