import type { IdempotencyClaim } from '@filmgate/core';

/** Characters of an `Idempotency-Key` [idempotency.key-form]. */
export const creationKeyLimits = { minimum: 1, maximum: 255 } as const;

/** The idempotency claim of a creation by an owner; all create paths share one scope of keys. */
export function creationKey(owner: string, key: string): Pick<IdempotencyClaim, 'scope' | 'key'> {
  return { scope: `${owner}/videos`, key };
}
