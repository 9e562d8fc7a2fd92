import { canonicalJson, type JsonValue } from '../json/json-value.ts';
import type { Digest } from '../ports/gateway-ports.ts';

/** Version of the way content is turned into a digest; each change of that way gets the next number. */
const version = 1;

/**
 * Digest of a decoded request before defaults, with its version (`1:<sha256>`); independent of the catalog. Equal
 * exactly for contents that are equal up to the order of members [idempotency.content-ignored].
 */
export function requestFingerprint(content: JsonValue, digest: Digest): string {
  return `${version}:${digest.sha256(canonicalJson(content))}`;
}
