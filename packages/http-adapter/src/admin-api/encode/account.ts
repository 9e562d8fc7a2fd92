import { type AccountLoad, coolsUntil } from '@filmgate/core';
import type { AccountRecord } from '../schemas/account.ts';
import { isoInstantOrNull } from './iso-instant.ts';

/** An account as the console shows it. */
export function encodeAccount(load: AccountLoad, now: number): AccountRecord {
  const { account } = load;
  return {
    id: account.id,
    label: account.label,
    provider: account.provider,
    families: [...account.families],
    enabled: account.enabled,
    state: stateOf(load, now),
    concurrency: account.concurrency,
    busy: load.busy,
    credits: account.credits,
    credits_source: account.creditsSource,
    credits_checked_at: isoInstantOrNull(account.creditsCheckedAt),
    reserved_credits: load.reservedCredits,
    held_credits: load.heldCredits,
    cooling_until: isoInstantOrNull(account.coolingUntil),
    provider_unavailable_until: isoInstantOrNull(load.providerOpenUntil),
    error_streak: account.errorStreak,
    last_success_at: isoInstantOrNull(account.lastSuccessAt),
    last_used_at: isoInstantOrNull(account.lastUsedAt),
    has_secret: account.hasSecret,
  };
}

/** The one word that says best why it does, or does not, take work now. */
function stateOf({ account, busy }: AccountLoad, now: number): AccountRecord['state'] {
  if (account.draining) return 'draining';
  if (!account.enabled) return 'disabled';
  const coolingIsOver =
    account.condition === 'cooling' &&
    account.coolingUntil !== null &&
    coolsUntil(account, now) === null;
  if (account.condition !== 'ready' && !coolingIsOver) return account.condition;
  return busy >= account.concurrency ? 'busy' : 'ready';
}
