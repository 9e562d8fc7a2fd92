import { jobParts } from '../job/job-parts.ts';
import { canonicalJson } from '../json/json-value.ts';

/** Characters kept of the digest in base64url: 132 bits, too many to find two handles with the same claim. */
const claimLength = 22;

/**
 * Returns the digest of a handle at its endpoint: two claims are equal when endpoint and canonical JSON (RFC 8785) of
 * the handle are.
 *
 * @param endpoint - the id of the endpoint
 * @param handle - JSON text as the store keeps it
 * @param hash - SHA-256 of a text, in base64url
 */
export function handleClaim(
  { endpoint, handle }: { readonly endpoint: string; readonly handle: string },
  hash: (text: string) => string,
): string {
  const value = jobParts.json.parse(JSON.parse(handle));
  return hash(canonicalJson([endpoint, value])).slice(0, claimLength);
}
