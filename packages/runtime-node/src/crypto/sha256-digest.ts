import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 (FIPS 180-4), HMAC (RFC 2104) and comparison of secrets. Text is hashed as its UTF-8 bytes. */
export interface Sha256Digest {
  /** Digest of the whole input, as 64 lower-case hex characters. */
  sha256(data: string | Uint8Array): string;
  /** HMAC-SHA-256 of text, 43 base64url characters. For many texts under one key see `createKeyedDigest`. */
  hmacSha256(input: { readonly key: Uint8Array; readonly data: string }): string;
  /** Starts a digest of bytes that arrive piece by piece. */
  stream(): Sha256Stream;
  /**
   * True if two texts are equal, in a time independent of the position of a difference. Exact for every string,
   * unpaired surrogates included.
   */
  equalInConstantTime(a: string, b: string): boolean;
  /** Compares many texts with one secret, at half the cost. */
  comparisonWith(secret: string): (presented: string) => boolean;
}

export interface Sha256Stream {
  /** @throws Error after `hex` was called */
  update(bytes: Uint8Array): void;
  /**
   * Ends the stream and returns the digest of all bytes, as 64 lower-case hex characters.
   *
   * @throws Error when called again
   */
  hex(): string;
}

export function createDigest(): Sha256Digest {
  return {
    sha256: (data) => hash('sha256', data, 'hex'),
    hmacSha256: ({ key, data }) =>
      createHmac('sha256', key).update(data, 'utf8').digest('base64url'),
    stream: createStream,
    equalInConstantTime: (a, b) => comparisonWith(a)(b),
    comparisonWith,
  };
}

function comparisonWith(secret: string): (presented: string) => boolean {
  const expected = fixedLength(secret);
  return (presented) => timingSafeEqual(fixedLength(presented), expected);
}

function createStream(): Sha256Stream {
  const running = createHash('sha256');
  return {
    update(bytes) {
      running.update(bytes);
    },
    hex: () => running.digest('hex'),
  };
}

/** Hashing makes lengths equal, which `timingSafeEqual` requires, without revealing them by an early response. */
function fixedLength(text: string): Buffer {
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer');
}

/** Block and digest length of SHA-256 (FIPS 180-4 §1). */
const blockBytes = 64;
const digestBytes = 32;
/** Longer texts are rare and go to node:crypto's own HMAC. */
const longestText = 512;
const mostBytesPerUnit = 3;

/**
 * HMAC-SHA-256 under one key (RFC 2104), 43 base64url characters without padding. `createHmac` makes an object of the
 * engine at each call and leaves it to the garbage collector; for short texts two one-shot hashes take half the time.
 */
export function createKeyedDigest(key: Uint8Array): (text: string) => string {
  const shortKey = key.length > blockBytes ? hash('sha256', key, 'buffer') : key;
  const inner = Buffer.alloc(blockBytes + longestText * mostBytesPerUnit);
  const outer = Buffer.alloc(blockBytes + digestBytes);
  inner.set(padded(shortKey, 0x36));
  outer.set(padded(shortKey, 0x5c));
  return (text) => {
    if (text.length > longestText)
      return createHmac('sha256', key).update(text).digest('base64url');
    const end = blockBytes + inner.write(text, blockBytes, 'utf8');
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), blockBytes, 'binary');
    // The hashed text may be a secret.
    inner.fill(0, blockBytes, end);
    return hash('sha256', outer, 'base64url');
  };
}

/** Pads the key with zeros to one block, each byte xor `pad` (RFC 2104 §2). */
function padded(key: Uint8Array, pad: number): Uint8Array {
  return Uint8Array.from({ length: blockBytes }, (_, index) => (key[index] ?? 0) ^ pad);
}
