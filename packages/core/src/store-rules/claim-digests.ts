import type { ContentClaim, CreationClaim } from '../ports/accept-job.ts';

/** Characters kept of a digest in base64url: 132 bits, enough that no two keys with one digest can be found. */
const digestLength = 22;

/** Prefix of the digests for claims without a key; sorts after every character of a digest. */
export const contentPrefix = '~';

/** Digests of creation claims in stores. These texts move between stores and must never change. */
export interface ClaimDigests {
  /** Returns one short name for an idempotency key in its scope. */
  ofKey(claim: { readonly scope: string; readonly key: string }): string;
  /** Returns the digest of a claim without a key; any number of jobs may have it. */
  ofContent(claim: Pick<ContentClaim, 'scope' | 'fingerprint'>): string;
  /** Returns the digest that a stored job has of the claim it was accepted under. */
  of(claim: CreationClaim): string;
}

/** @param sha256 - SHA-256 of a text, in base64url */
export function createClaimDigests(sha256: (text: string) => string): ClaimDigests {
  // The length keeps apart scopes and keys that joined would be equal.
  const ofKey: ClaimDigests['ofKey'] = ({ scope, key }) =>
    sha256(`${scope.length}:${scope}${key}`).slice(0, digestLength);
  const ofContent: ClaimDigests['ofContent'] = ({ scope, fingerprint }) =>
    `${contentPrefix}${ofKey({ scope, key: fingerprint })}`;
  return {
    ofKey,
    ofContent,
    of: ({ scope, key, fingerprint }) =>
      key === null ? ofContent({ scope, fingerprint }) : ofKey({ scope, key }),
  };
}
