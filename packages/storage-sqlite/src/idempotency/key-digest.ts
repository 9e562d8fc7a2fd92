import { hash } from 'node:crypto';

/** Bytes kept of the digest: nobody finds two keys with one of these. */
const digestBytes = 16;

/**
 * What stands for an idempotency key in memory and on disk: the first 128 bits of a SHA-256, one character per
 * byte. The length keeps apart scopes and keys that joined would be the same.
 */
export function keyDigest({
  scope,
  key,
}: {
  readonly scope: string;
  readonly key: string;
}): string {
  return hash('sha256', `${scope.length}:${scope}${key}`, 'buffer').toString(
    'latin1',
    0,
    digestBytes,
  );
}

/** The bytes of such a digest. */
export function digestToBytes(digest: string): Uint8Array {
  return Buffer.from(digest, 'latin1');
}

/** The digest of such bytes. */
export function digestFromBytes(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
