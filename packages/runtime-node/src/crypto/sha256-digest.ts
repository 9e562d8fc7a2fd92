import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 (FIPS 180-4), HMAC (RFC 2104) and comparison of secrets. Text is hashed as its UTF-8 bytes. */
export interface Sha256Digest {
  /** The digest of the whole input, as 64 lower-case hex characters. */
  sha256(data: string | Uint8Array): string;
  /** HMAC-SHA-256 of text, as 43 base64url characters without padding. For many texts under one key see `createKeyedDigest`. */
  hmacSha256(input: { readonly key: Uint8Array; readonly data: string }): string;
  /** A digest of bytes that arrive piece by piece. */
  stream(): Sha256Stream;
  /**
   * Whether two texts are the same, in a time that tells nothing about where they differ. Exact for every
   * string, unpaired surrogates included.
   */
  equalInConstantTime(a: string, b: string): boolean;
  /** The same for many texts beside one secret, half as dear. */
  comparisonWith(secret: string): (presented: string) => boolean;
}

/** A running digest. */
export interface Sha256Stream {
  /** @throws Error after `hex` was called */
  update(bytes: Uint8Array): void;
  /** Ends the stream and gives the digest of everything seen, as 64 lower-case hex characters. @throws Error when called again */
  hex(): string;
}

/** Digests by node:crypto. */
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

/** Hashing first makes lengths equal, which `timingSafeEqual` demands, without telling them by an early answer. */
function fixedLength(text: string): Buffer {
  return hash('sha256', Buffer.from(text, 'utf16le'), 'buffer');
}
