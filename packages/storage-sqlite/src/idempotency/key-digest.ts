import { hash } from 'node:crypto';
import { contentPrefix, createClaimDigests, type CreationClaim } from '@filmgate/core';

/** What stands for claims in memory and on disk. */
export const claimDigests = createClaimDigests((text) => hash('sha256', text, 'base64url'));

/** Whether a digest of a row stands for content; the index of those is made of the rows themselves. */
export function isContent(digest: string): boolean {
  return digest.startsWith(contentPrefix);
}

/** What a job's row says of the claim it was accepted under. A digest of content stands for the fingerprint too. */
export function storedClaim(claim: CreationClaim): {
  readonly digest: string;
  readonly fingerprint: string;
} {
  return {
    digest: claimDigests.of(claim),
    fingerprint: claim.key === null ? '' : claim.fingerprint,
  };
}
