import { randomBytes as systemRandomBytes } from 'node:crypto';
import { createKeyedDigest } from '../crypto/sha256-digest.ts';

/** The 62 characters every shell, header and URL carries unescaped, and a double click selects whole. */
export const BASE62_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The largest multiple of 62 in a byte: larger values are drawn again, or some characters would be likelier. */
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

/** Result of reading a key: its parts when well formed, else the kind of mismatch. */
export type CredentialKeyReading =
  | { readonly kind: 'well-formed'; readonly purpose: string; readonly hint: string }
  /** Not in the form of this gateway's keys. */
  | { readonly kind: 'foreign' }
  /** In the form, but with a character lost or changed: it cannot be a key that was ever made. */
  | { readonly kind: 'mistyped' };

/**
 * Keys of the form `fg_<purpose>_<27 random base 62 characters>_<6 of checksum>`: 160 random bits (OWASP ASVS 11.5.1),
 * a prefix secret scanners can find, and a checksum under the pepper. The checksum refuses typing errors and guesses
 * before any look-up, and distinguishes both from a key that was made here, and is replaced or deleted by now.
 */
export interface CredentialKeys {
  /**
   * Returns a new key. It is shown once and never stored.
   *
   * @param purpose - 2 to 16 lower-case letters, for example `user`
   * @throws RangeError for any other purpose
   */
  make(purpose: string): string;
  /** Reads a text as a key made under this pepper. A well-formed key may have been replaced or deleted since. */
  read(text: string): CredentialKeyReading;
  /** HMAC-SHA-256 under the pepper, 43 base64url characters, for look-up. Random keys need no slow hash. */
  digest(key: string): string;
}

export interface CredentialKeysOptions {
  /** Secret of 32 bytes or more, kept apart from the stored digests. */
  readonly pepper: Uint8Array;
  /** A cryptographically strong source; defaults to the operating system's. */
  readonly randomBytes?: (size: number) => Uint8Array;
}

const RANDOM_CHARACTERS = 27;
const CHECKSUM_CHARACTERS = 6;
const SMALLEST_PEPPER_BYTES = 32;
const LONGEST_KEY = 128;
const PURPOSE = /^[a-z]{2,16}$/;
const KEY = /^fg_([a-z]{2,16})_[0-9A-Za-z]{26,96}_([0-9A-Za-z]{6})$/;

/** @throws RangeError when the pepper is shorter than 32 bytes */
export function createCredentialKeys(options: CredentialKeysOptions): CredentialKeys {
  const { pepper, randomBytes = systemRandomBytes } = options;
  if (pepper.length < SMALLEST_PEPPER_BYTES)
    throw new RangeError('the pepper has fewer than 32 bytes');
  const digest = createKeyedDigest(pepper);
  const checksum = (body: string): string => checksumOf(digest(body));
  return {
    make(purpose) {
      if (!PURPOSE.test(purpose))
        throw new RangeError('a key purpose must be 2 to 16 lower-case letters');
      const body = `fg_${purpose}_${randomBase62(RANDOM_CHARACTERS, randomBytes)}`;
      return `${body}_${checksum(body)}`;
    },
    read: (text) => readKey(text, checksum),
    digest,
  };
}

function readKey(text: string, checksum: (body: string) => string): CredentialKeyReading {
  const parts = text.length <= LONGEST_KEY ? KEY.exec(text) : null;
  const purpose = parts?.[1];
  if (purpose === undefined) return { kind: 'foreign' };
  const body = text.slice(0, -CHECKSUM_CHARACTERS - 1);
  if (checksum(body) !== parts?.[2]) return { kind: 'mistyped' };
  return { kind: 'well-formed', purpose, hint: `fg_${purpose}_…${text.slice(-4)}` };
}

/** First base 62 characters of the body's digest, 35 bits: a typing error is missed once in 57 billion times. */
function checksumOf(digestOfBody: string): string {
  return digestOfBody.replaceAll(/[-_]/gu, '').slice(0, CHECKSUM_CHARACTERS);
}
