/** Crockford's base 32 in lower case: no i, l, o or u. Its characters ascend in ASCII, so encoded numbers sort as text. */
export const CROCKFORD_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TWO_20 = 2 ** 20;

/** Every 10-bit number as two characters: one look-up instead of two shifts and two indexings. */
const PAIRS: readonly string[] = Array.from(
  { length: 1024 },
  (_, value) => CROCKFORD_ALPHABET.charAt(value >> 5) + CROCKFORD_ALPHABET.charAt(value & 31),
);

/**
 * A 10-bit number as two characters.
 *
 * @param value - whole number, 0 ≤ value < 2^10
 */
export function encode10Bits(value: number): string {
  return PAIRS[value] ?? '';
}

/**
 * A 40-bit number as eight characters, most significant first.
 *
 * @param value - whole number, 0 ≤ value < 2^40
 */
export function encode40Bits(value: number): string {
  const high = Math.floor(value / TWO_20);
  const low = value % TWO_20;
  return (
    encode10Bits(high >> 10) +
    encode10Bits(high & 1023) +
    encode10Bits(low >> 10) +
    encode10Bits(low & 1023)
  );
}
