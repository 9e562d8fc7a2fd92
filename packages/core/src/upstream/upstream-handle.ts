import { jobParts } from '../job/job-parts.ts';
import { canonicalJson, type JsonValue } from '../json/json-value.ts';

/** Characters kept of the digest in base64url: 132 bits, with which nobody finds two handles. */
const claimLength = 22;

/**
 * What stands for a handle in its place: two claims are equal when place and canonical JSON (RFC 8785) of the handle are.
 *
 * @param place - the name of the provider
 * @param handle - JSON text as the store keeps it
 * @param hash - SHA-256 of a text, in base64url
 */
export function handleClaim(
  { place, handle }: { readonly place: string; readonly handle: string },
  hash: (text: string) => string,
): string {
  const value = jobParts.json.parse(JSON.parse(handle));
  return hash(canonicalJson([place, value])).slice(0, claimLength);
}

/** What an upstream gave us to find the paid work again: opaque, versioned, bound to its account, without secrets. */
export interface UpstreamHandle {
  /** Version of the client's own form of `value`. */
  readonly version: number;
  readonly value: JsonValue;
}

/** The exact request a client will send, saved before it is sent; opaque, without secrets. */
export interface PreparedSubmission {
  readonly version: number;
  readonly value: JsonValue;
}

/** One finished output to copy; `value` is opaque to the core (an URL that expires, a file id…). */
export interface UpstreamOutput {
  readonly mediaType: 'video' | 'image';
  readonly value: JsonValue;
  /** Instant up to which the upstream says it keeps the result, in ms since 1970; absent where it does not say. */
  readonly keptUntil?: number;
}
