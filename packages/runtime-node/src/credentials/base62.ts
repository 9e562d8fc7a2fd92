/** The 62 characters every shell, header and URL carries unescaped, and a double click selects whole. */
export const BASE62_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: values from here on are drawn again, or some characters would be likelier. */
const FAIR_LIMIT = 248;

/**
 * Uniformly random base 62 text, 5.95 bits a character.
 *
 * @param randomBytes - a cryptographically strong source
 */
export function randomBase62(length: number, randomBytes: (size: number) => Uint8Array): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < FAIR_LIMIT && text.length < length) text += BASE62_ALPHABET.charAt(byte % 62);
    }
  }
  return text;
}

/**
 * A whole number as base 62 text, most significant first, padded with `0`.
 *
 * @param value - 0 ≤ value < 62^width
 */
export function encodeBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) {
    text = BASE62_ALPHABET.charAt(rest % 62) + text;
  }
  return text;
}
