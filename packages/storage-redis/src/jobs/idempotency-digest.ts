import { hash } from 'node:crypto';

/** Characters kept of the digest in base64url: 132 bits. */
const digestLength = 22;

/**
 * One short name for a scope and key; the length keeps apart what joining would confuse. Keys that come from another store come
 * under this name: see `KeyClaim`.
 */
export function idempotencyDigest({
  scope,
  key,
}: {
  readonly scope: string;
  readonly key: string;
}): string {
  const text = `${String(scope.length)}:${scope}${key}`;
  return hash('sha256', text, 'base64url').slice(0, digestLength);
}
