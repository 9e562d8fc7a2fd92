import { hash } from 'node:crypto';
import type { ContentClaim, CreationClaim } from '@filmgate/core';

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

/** Behind every character of a digest; begins what stands for the content of claims without a key. */
export const contentPrefix = '~';

/** What stands for a claim without a key; any number of jobs may have it. */
export function contentDigest({
  scope,
  fingerprint,
}: Pick<ContentClaim, 'scope' | 'fingerprint'>): string {
  return `${contentPrefix}${keyDigest({ scope, key: fingerprint })}`;
}

/** Whether a digest of a row stands for content; the index of those is made of the rows themselves. */
export function isContent(digest: string): boolean {
  return digest.startsWith(contentPrefix);
}

/** What a job's row says of the claim it was accepted under. A digest of content stands for the fingerprint too. */
export function storedClaim({ scope, key, fingerprint }: CreationClaim): {
  readonly digest: string;
  readonly fingerprint: string;
} {
  return key === null
    ? { digest: contentDigest({ scope, fingerprint }), fingerprint: '' }
    : { digest: keyDigest({ scope, key }), fingerprint };
}
