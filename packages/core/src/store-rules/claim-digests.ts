import type { ContentClaim, CreationClaim } from '../ports/accept-job.ts';

/** Characters kept of a digest in base64url: 132 bits, enough that no two keys with one digest can be found. */
const digestLength = 22;

/** Begins what stands for the content of claims without a key; behind every character of a digest. */
export const contentPrefix = '~';

/** What stands for the claims of creations in the stores. These texts are stored and move between stores: they must never be others. */
export interface ClaimDigests {
  /** One short name for an idempotency key in its scope. */
  ofKey(claim: { readonly scope: string; readonly key: string }): string;
  /** What stands for a claim without a key; any number of jobs may have it. */
  ofContent(claim: Pick<ContentClaim, 'scope' | 'fingerprint'>): string;
  /** What a stored job says of the claim it was accepted under. */
  of(claim: CreationClaim): string;
}

/** @param sha256 - SHA-256 of a text, in base64url */
export function createClaimDigests(sha256: (text: string) => string): ClaimDigests {
  // The length keeps apart scopes and keys that joined would be the same.
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
