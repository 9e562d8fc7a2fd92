import { setBackAfterMs } from '../time/check-instant.ts';
import type { Account, AccountLoad } from './account.ts';
import { providerDoubtedForMs } from './provider-circuit.ts';

/**
 * Returns the instant until which the account cools; null when it does not now. A last use in the future means that the
 * clock was set back since. The cooling counts as over then: an account asked too early refuses once more.
 */
export function coolsUntil(
  { condition, coolingUntil, lastUsedAt }: Account,
  now: number,
): number | null {
  if (condition !== 'cooling' || coolingUntil === null || coolingUntil <= now) return null;
  return (lastUsedAt ?? 0) <= now + setBackAfterMs ? coolingUntil : null;
}

/** Returns when the provider's circuit closes; null if it is closed, or was opened before the clock was set back. */
export function unavailableUntil({ providerOpenUntil }: AccountLoad, now: number): number | null {
  if (providerOpenUntil === null || providerOpenUntil <= now) return null;
  return providerOpenUntil <= now + providerDoubtedForMs + setBackAfterMs
    ? providerOpenUntil
    : null;
}

/**
 * Returns true if a probe asked at `askedAt` is older than the one noted last; one noted in the future was noted before
 * the clock was set back.
 */
export function isOutdatedProbe(
  askedAt: number,
  { probedAt, now }: { readonly probedAt: number; readonly now: number },
): boolean {
  return askedAt < probedAt && probedAt <= now + setBackAfterMs;
}
