import { hash } from 'node:crypto';

/** Characters kept of the digest in base64url: 132 bits, enough that no two keys with one digest can be found. */
const digestLength = 22;

/**
 * What stands for an idempotency key in memory and on disk: the beginning of a SHA-256. The length keeps apart
 * scopes and keys that joined would be the same.
 */
export function keyDigest({
  scope,
  key,
}: {
  readonly scope: string;
  readonly key: string;
}): string {
  return hash('sha256', `${scope.length}:${scope}${key}`, 'base64url').slice(0, digestLength);
}
