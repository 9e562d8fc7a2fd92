import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes as systemRandomBytes,
} from 'node:crypto';

/** 32 secret bytes that everything else secret hangs on, with a public name for them. */
export interface MasterKey {
  /** 8 hex characters derived from the key: tells keys apart and gives nothing away. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** A master key read from text, or why the text is not one. The message never repeats the text. */
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
    message: 'a master key must be 32 bytes, as 64 hexadecimal or 43 to 44 base64 characters',
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
      message: 'a master key must be random; this key repeats a single byte',
    };
  }
  const id = Buffer.from(deriveKey(bytes, 'key-id').subarray(0, 4)).toString('hex');
  return { kind: 'parsed', key: { id, bytes } };
}

/** What came out of a sealed text. */
export type OpenedSecret =
  /** `outdated`: sealed under an older key of the ring; seal it again and save it. */
  | { readonly kind: 'opened'; readonly plaintext: string; readonly outdated: boolean }
  /** `unknown-key`: its key is not in the ring. `not-authentic`: altered, or sealed for another purpose. */
  | { readonly kind: 'refused'; readonly reason: 'malformed' | 'unknown-key' | 'not-authentic' };

/**
 * Keeps secrets at rest: AES-256-GCM (NIST SP 800-38D), a random 96-bit nonce for each, bound to the purpose.
 * The sealed form is text: `fgs1.<key id>.<nonce>.<ciphertext and tag>` in base64url.
 */
export interface SecretBox {
  /**
   * @param purpose - where the secret belongs, such as `account|<id>|secret`: it opens nowhere else, so rows cannot be swapped
   * @throws TypeError when the plaintext has an unpaired surrogate, which UTF-8 cannot carry
   */
  seal(purpose: string, plaintext: string): string;
  /** @param purpose - exactly what it was sealed with */
  open(purpose: string, sealed: string): OpenedSecret;
  /**
   * 32 bytes for another use (a signing key, a pepper), from the ring's first key. They change with that key:
   * what must outlive a rotation is made at random once and sealed instead.
   */
  derive(purpose: string): Uint8Array;
  /** A sealed known value, to be stored beside the first secret. */
  sealCanary(): string;
  /** Whether the stored canary opens: a `mismatch` at start means the wrong master key, before it does harm. */
  checkCanary(sealed: string): 'match' | 'mismatch';
}

export interface SecretBoxOptions {
  /** Newest first: the first seals, all of them open. */
  readonly masterKeys: readonly [MasterKey, ...MasterKey[]];
  /** A cryptographically strong source; defaults to the operating system's. */
  readonly randomBytes?: (size: number) => Uint8Array;
}

const VERSION = 'fgs1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = /^fgs1\.([0-9a-f]{8})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]{22,})$/;
/** The use of a master key that seals; `derive` prefixes its own, so the two never meet. */
const SEALING = 'seal';
const CANARY_PURPOSE = 'canary';
const CANARY = 'filmgate canary 1';

/** A box over a ring of master keys. */
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
    sealCanary: () => seal(CANARY_PURPOSE, CANARY),
    checkCanary(sealed) {
      const canary = open(CANARY_PURPOSE, sealed);
      return canary.kind === 'opened' && canary.plaintext === CANARY ? 'match' : 'mismatch';
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

/** The version and key id are bound too: a sealed text cannot be relabelled. */
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
  // Spare bits of the last character would give one secret several spellings.
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
