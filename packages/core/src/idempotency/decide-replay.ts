/** What a creation with an idempotency key is. */
export type ReplayDecision<Stored> =
  /** Nobody used the key yet. */
  | { readonly kind: 'first' }
  /** The same request again: it gets what the first one got. */
  | { readonly kind: 'replay'; readonly stored: Stored }
  /** The key belongs to another request. */
  | { readonly kind: 'conflict' };

/**
 * Decides what a creation is from the claim stored under its key and its own fingerprint [idempotency.conflict]. Fingerprints
 * of two versions differ, which is a conflict: neither answer pays twice.
 */
export function decideReplay<Stored extends { readonly fingerprint: string }>(
  stored: Stored | undefined,
  fingerprint: string,
): ReplayDecision<Stored> {
  if (stored === undefined) return { kind: 'first' };
  return stored.fingerprint === fingerprint ? { kind: 'replay', stored } : { kind: 'conflict' };
}
