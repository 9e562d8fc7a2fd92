import { z } from 'zod';

/** What is given as the secret of an account. */
export type SecretReading =
  | { readonly kind: 'secret'; readonly secret: string }
  /** `rule` follows the name of the field or setting. */
  | { readonly kind: 'refused'; readonly rule: string };

/** What no header can carry (RFC 9110 §5.5): control characters, and letters beyond Latin-1. */
const unsendable = /[^\u0020-\u007E\u00A0-\u00FF]/;

const fieldsSchema = z.record(z.string(), z.string().trim());

/**
 * The secret of an account as it is kept: without the white space around it, such as the last line break of a file. Of a JSON object of
 * several fields the same holds for each.
 */
export function readAccountSecret(given: string): SecretReading {
  const fields = fieldsIn(given);
  const secret = fields === undefined ? given.trim() : JSON.stringify(fields);
  const texts = fields === undefined ? [secret] : Object.values(fields);
  if (texts.includes('')) return { kind: 'refused', rule: 'must not be empty' };
  if (texts.some((text) => unsendable.test(text)))
    return {
      kind: 'refused',
      rule: 'holds a line break or another character that no header can carry',
    };
  return { kind: 'secret', secret };
}

/** The fields of a JSON object of texts; undefined for any other text. */
function fieldsIn(given: string): Readonly<Record<string, string>> | undefined {
  try {
    return fieldsSchema.safeParse(JSON.parse(given)).data;
  } catch {
    return undefined;
  }
}
