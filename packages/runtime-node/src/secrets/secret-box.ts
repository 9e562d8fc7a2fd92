import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes as systemRandomBytes,
} from 'node:crypto';

/** 32 secret bytes that protect all other secrets, with a public name for them. */
export interface MasterKey {
  /** 8 hex characters derived from the key: distinguishes keys and reveals nothing. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A master key read from text, or the reason why the text is not one. The message never repeats the text. */
export type MasterKeyReading =
  | { readonly kind: 'parsed'; readonly key: MasterKey }
  | { readonly kind: 'refused'; readonly message: string };

const KEY_BYTES = 32;
const HEX = /^[0-9a-fA-F]{64}$/;
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;

/** Reads 32 bytes as 64 hex characters or as base64 (either alphabet, padding optional), trimmed of white space. */
export function parseMasterKey(text: string): MasterKeyReading {
  const trimmed = text.trim();
  if (HEX.test(trimmed)) return accept(Buffer.from(trimmed, 'hex'));
  if (BASE64.test(trimmed)) return accept(Buffer.from(trimmed, 'base64url'));
  return {
    kind: 'refused',
    message: 'a master key must be 32 bytes, as 64 hexadecimal or 43 to 44 base64 characters',
  };
}

/**
 * Derives a separate key for one use, by HKDF-SHA-256 (RFC 5869): uses never share a key, and a leaked one reveals
 * neither the master key nor its siblings.
 *
 * @param purpose - names the use; equal purposes give equal 32 bytes
 */
export function deriveKey(masterKey: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', masterKey, 'filmgate', purpose, KEY_BYTES));
}

function accept(bytes: Uint8Array): MasterKeyReading {
  if (bytes.every((byte) => byte === bytes[0])) {
    return {
      kind: 'refused',
      message: 'a master key must be random; this key repeats a single byte',
    };
  }
  const id = Buffer.from(deriveKey(bytes, 'key-id').subarray(0, 4)).toString('hex');
  return { kind: 'parsed', key: { id, bytes } };
}

/** Result of opening a sealed text. */
export type OpenedSecret =
  /** `outdated`: sealed under an older key of the ring; seal it again and save it. */
  | { readonly kind: 'opened'; readonly plaintext: string; readonly outdated: boolean }
  /** `unknown-key`: its key is not in the ring. `not-authentic`: altered, or sealed for another purpose. */
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'unknown-key' | 'not-authentic' };

/**
 * Protects secrets at rest: AES-256-GCM (NIST SP 800-38D), a random 96-bit nonce for each, bound to the purpose. The
 * sealed form is text: `fgs1.<key id>.<nonce>.<ciphertext and tag>` in base64url.
 */
export interface SecretBox {
  /**
   * @param purpose - owner of the secret, for example `account|<id>|secret`: it opens for no other purpose, so rows
   * cannot be swapped
   * @throws TypeError when the plaintext has an unpaired surrogate, which UTF-8 cannot represent
   */
  seal(purpose: string, plaintext: string): string;
  /** @param purpose - exactly the one it was sealed with */
  open(purpose: string, sealed: string): OpenedSecret;
  /**
   * Derives 32 bytes for another use (a signing key, a pepper), from the ring's first key. They change with that key: a
   * secret that must survive a rotation is generated at random once and sealed instead.
   */
  derive(purpose: string): Uint8Array;
  /** Seals a known text, to be stored beside the first secret. */
  sealKnownText(): string;
  /** Checks that the stored known text opens: a `mismatch` at start means the wrong master key, before it does harm. */
  checkKnownText(sealed: string): 'match' | 'mismatch';
}

export interface SecretBoxOptions {
  /** Newest first: the first one seals, all of them open. */
  readonly masterKeys: readonly [MasterKey, ...MasterKey[]];
  /** A cryptographically strong source; defaults to the operating system's. */
  readonly randomBytes?: (size: number) => Uint8Array;
}

const VERSION = 'fgs1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^fgs1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;
/** Use of a master key for sealing; `derive` prefixes its own uses, so the two never collide. */
const SEALING = 'seal';
const KNOWN_TEXT_PURPOSE = 'canary';
const KNOWN_TEXT = 'filmgate canary 1';

/** Creates a box over a ring of master keys. */
export function createSecretBox(options: SecretBoxOptions): SecretBox {
  const { masterKeys, randomBytes = systemRandomBytes } = options;
  const [{ id, bytes }] = masterKeys;
  const open = createOpener(masterKeys);
  const sealingKey = deriveKey(bytes, SEALING);

  const seal = (purpose: string, plaintext: string): string => {
    if (!plaintext.isWellFormed()) throw new TypeError('a secret must be well-formed Unicode text');
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(boundTo(id, purpose));
    const body = [cipher.update(plaintext, 'utf8'), cipher.final(), cipher.getAuthTag()];
    const texts = [nonce, Buffer.concat(body)].map((part) =>
      Buffer.from(part).toString('base64url'),
    );
    return [VERSION, id, ...texts].join('.');
  };
  return {
    seal,
    open,
    derive: (purpose) => deriveKey(bytes, `derive:${purpose}`),
    sealKnownText: () => seal(KNOWN_TEXT_PURPOSE, KNOWN_TEXT),
    checkKnownText(sealed) {
      const known = open(KNOWN_TEXT_PURPOSE, sealed);
      return known.kind === 'opened' && known.plaintext === KNOWN_TEXT ? 'match' : 'mismatch';
    },
  };
}

function createOpener(masterKeys: SecretBoxOptions['masterKeys']): SecretBox['open'] {
  const sealingKeys = new Map(masterKeys.map(({ id, bytes }) => [id, deriveKey(bytes, SEALING)]));
  return (purpose, sealed) => {
    const parts = SEALED.exec(sealed);
    if (parts === null) return { kind: 'refused', reason: 'malformed' };
    const [, keyId = '', nonce = '', body = ''] = parts;
    const key = sealingKeys.get(keyId);
    if (key === undefined) return { kind: 'refused', reason: 'unknown-key' };
    const plaintext = decrypt({ key, nonce, body, bound: boundTo(keyId, purpose) });
    if (plaintext === undefined) return { kind: 'refused', reason: 'not-authentic' };
    return { kind: 'opened', plaintext, outdated: keyId !== masterKeys[0].id };
  };
}

/** Binds the version and key id too: a sealed text cannot be relabelled. */
function boundTo(keyId: string, purpose: string): Uint8Array {
  return Buffer.from(`${VERSION}|${keyId}|${purpose}`, 'utf8');
}

interface SealedParts {
  readonly key: Uint8Array;
  readonly nonce: string;
  readonly body: string;
  readonly bound: Uint8Array;
}

function decrypt({ key, nonce, body, bound }: SealedParts): string | undefined {
  const bytes = Buffer.from(body, 'base64url');
  // Spare bits of the last character would give one secret several encodings.
  if (bytes.toString('base64url') !== body) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(bound);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([
      decipher.update(bytes.subarray(0, -TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return undefined;
  }
}
