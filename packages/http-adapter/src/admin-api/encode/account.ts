import {
  type AccountLoad,
  canaryFrom,
  capOf,
  coolsUntil,
  periodsAt,
  type ProbeAccountResult,
} from '@filmgate/core';
import type { AccountRecord, AccountTestRecord } from '../schemas/account.ts';
import { isoInstant, isoInstantOrNull } from '../schemas/page.ts';

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
    unit: account.unit,
    budget: account.budget === null ? null : { ...account.budget },
    paid: paidNow(account, now),
    credits: account.credits,
    credits_source: account.creditsSource,
    credits_checked_at: isoInstantOrNull(account.creditsCheckedAt),
    reserved_credits: load.reservedCredits,
    held_credits: load.heldCredits,
    cooling_until: isoInstantOrNull(account.coolingUntil),
    provider_unavailable_until: isoInstantOrNull(load.providerOpenUntil),
    learnt: encodeLearnt(account, now),
    error_streak: account.errorStreak,
    last_success_at: isoInstantOrNull(account.lastSuccessAt),
    last_used_at: isoInstantOrNull(account.lastUsedAt),
    has_secret: account.hasSecret,
  };
}

/** What its provider taught, as far as it still keeps work away. */
function encodeLearnt(account: AccountLoad['account'], now: number): AccountRecord['learnt'] {
  const { learnt, concurrency } = account;
  const nextTryAt = canaryFrom(account, now);
  return {
    models: learnt
      .filter((lesson) => lesson.kind === 'cap')
      .map(({ model, restsUntil }) => ({
        model,
        at_most: Math.min(concurrency, capOf(account, model, now)),
        rests_until: isoInstantOrNull(restsUntil !== null && restsUntil > now ? restsUntil : null),
      }))
      .filter(({ at_most, rests_until }) => at_most < concurrency || rests_until !== null),
    away: learnt
      .filter((lesson) => lesson.kind === 'away')
      .map(({ family, model, until }) => ({ family, model, until: isoInstant(until) })),
    next_try_at: isoInstantOrNull(nextTryAt === null ? null : Math.max(nextTryAt, now)),
  };
}

/** What it paid in the periods now lies in. */
function paidNow({ paid }: AccountLoad['account'], now: number): AccountRecord['paid'] {
  const began = periodsAt(now);
  const amount = (period: 'day' | 'month') =>
    began[period] <= paid[period].since ? paid[period].amount : 0;
  return { day: amount('day'), month: amount('month'), ever: paid.ever.amount };
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

/** What a look at an account found. */
export function encodeProbe({
  probe,
  reason,
}: Extract<ProbeAccountResult, { readonly kind: 'probed' }>): Omit<AccountTestRecord, 'account'> {
  return {
    result: probe.kind === 'login-required' ? 'login_required' : probe.kind,
    credits: probe.kind === 'ready' ? probe.credits : null,
    is_assumed: probe.kind === 'ready' && probe.isAssumed === true,
    reason,
  };
}
