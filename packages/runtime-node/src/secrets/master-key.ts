import { hkdfSync } from 'node:crypto';

/** 32 secret bytes that everything else secret hangs on, with a public name for them. */
export interface MasterKey {
  /** 8 hex characters derived from the key: tells keys apart and gives nothing away. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A master key read from text, or why it is none. The message never repeats the text. */
export type MasterKeyReading =
  | { readonly kind: 'parsed'; readonly key: MasterKey }
  | { readonly kind: 'refused'; readonly message: string };

const KEY_BYTES = 32;
const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * Reads 32 bytes written as 64 hex characters or as base64 (either alphabet, padding optional); white space
 * around them, such as the newline at the end of a file, is ignored.
 */
export function parseMasterKey(text: string): MasterKeyReading {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return accept(Buffer.from(trimmed, 'hex'));
  if (BASE64.test(trimmed)) return accept(Buffer.from(trimmed, 'base64url'));
  return {
    kind: 'refused',
    message: 'a master key is 32 bytes as 64 hex or 43 to 44 base64 characters',
  };
}

/**
 * A key of its own for one use, by HKDF-SHA-256 (RFC 5869): uses never share a key, and one of them leaked
 * gives neither the master key nor its siblings.
 *
 * @param purpose - names the use; the same purpose always gives the same 32 bytes
 */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, 'filmgate', purpose, KEY_BYTES));
}

function accept(bytes: Uint8Array): MasterKeyReading {
  if (bytes.every((byte) => byte === bytes[0])) {
    return {
      kind: 'refused',
      message: 'a master key must be random; this one repeats a single byte',
    };
  }
  const id = Buffer.from(deriveKey(bytes, 'key-id').subarray(0, 4)).toString('hex');
  return { kind: 'parsed', key: { id, bytes } };
}
