import { hash } from 'node:crypto';
import { contentPrefix, createClaimDigests, type CreationClaim } from '@filmgate/core';

/** Digests of claims, in memory and on disk. */
export const claimDigests = createClaimDigests((text) => hash('sha256', text, 'base64url'));

/** True when a row's digest is of content; the index of those is built from the rows themselves. */
export function isContent(digest: string): boolean {
  return digest.startsWith(contentPrefix);
}

/** Claim fields of a job's row. A content digest also serves as the fingerprint. */
export function storedClaim(claim: CreationClaim): {
  readonly digest: string;
  readonly fingerprint: string;
} {
  return {
    digest: claimDigests.of(claim),
    fingerprint: claim.key === null ? '' : claim.fingerprint,
  };
}
