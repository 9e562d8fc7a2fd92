import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { Digest } from '../ports/gateway-ports.ts';

/** Names the way content is turned into a digest; a change of that way takes the next number. */
const version = 1;

/**
 * Digest of a decoded request before defaults, with its version: `1:<sha256>`. Two requests have one fingerprint
 * exactly when their content is equal up to the order of members [idempotency.content-ignored]. No catalog is asked.
 */
export function requestFingerprint(content: JsonValue, digest: Digest): string {
  return `${version}:${digest.sha256(canonicalJson(content))}`;
}
