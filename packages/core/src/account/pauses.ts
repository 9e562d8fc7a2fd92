import { setBackAfterMs } from '../time/check-instant.ts';
import type { Account, AccountLoad } from './account.ts';
import { providerDoubtedForMs } from './provider-circuit.ts';

/**
 * Until when the account cools; null when it does not now. An account that was used last in what is the future cools since before the
 * clock was set back: that counts as over, for an account that is asked too early refuses once more.
 */
export function coolsUntil(
  { condition, coolingUntil, lastUsedAt }: Account,
  now: number,
): number | null {
  if (condition !== 'cooling' || coolingUntil === null || coolingUntil <= now) return null;
  return (lastUsedAt ?? 0) <= now + setBackAfterMs ? coolingUntil : null;
}

/** Until when the circuit to the account's provider is open; null when it is closed. One opened by a clock set back since counts as closed. */
export function unavailableUntil({ providerOpenUntil }: AccountLoad, now: number): number | null {
  if (providerOpenUntil === null || providerOpenUntil <= now) return null;
  return providerOpenUntil <= now + providerDoubtedForMs + setBackAfterMs
    ? providerOpenUntil
    : null;
}

/** Whether a probe asked at `askedAt` is older than one noted before; one noted in what is the future was noted by a clock set back since. */
export function isOutdatedProbe(
  askedAt: number,
  { probedAt, now }: { readonly probedAt: number; readonly now: number },
): boolean {
  return askedAt < probedAt && probedAt <= now + setBackAfterMs;
}
