import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { Digest } from '../ports/gateway-ports.ts';

/** Names the way content is turned into a digest; a change of that way takes the next number. */
const version = 1;

/**
 * Digest of a decoded request before defaults, with its version: `1:<sha256>`. Two requests have one fingerprint
 * exactly when their content is equal up to the order of members [idempotency.content-ignored].
 */
export function requestFingerprint(content: JsonValue, digest: Digest): string {
  return `${version}:${digest.sha256(canonicalJson(content))}`;
}

/** What a creation with an idempotency key is. */
export type ReplayDecision<Stored> =
  /** The key is not used yet. */
  | { readonly kind: 'first' }
  /** The same request again: it gets what the first one got. */
  | { readonly kind: 'replay'; readonly stored: Stored }
  /** The key belongs to another request. */
  | { readonly kind: 'conflict' };

/**
 * Decides what a creation is from the claim stored under its key and its own fingerprint [idempotency.conflict]. Fingerprints
 * of two versions differ, which is a conflict: neither response pays twice.
 */
export function decideReplay<Stored extends { readonly fingerprint: string }>(
  stored: Stored | undefined,
  fingerprint: string,
): ReplayDecision<Stored> {
  if (stored === undefined) return { kind: 'first' };
  return stored.fingerprint === fingerprint ? { kind: 'replay', stored } : { kind: 'conflict' };
}
