import type { IdempotencyClaim } from '@filmgate/core';

/** Characters of an `Idempotency-Key` [idempotency.key-form]. */
export const creationKeyLimits = { minimum: 1, maximum: 255 } as const;

/** What a creation of the owner claims; every path that creates has the same keys. */
export function creationKey(owner: string, key: string): Pick<IdempotencyClaim, 'scope' | 'key'> {
  return { scope: `${owner}/videos`, key };
}
