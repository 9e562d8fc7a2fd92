import type { Route } from '../model/route.ts';
import type { Account, AccountLoad } from './account.ts';
import { coversReservation, withinBudget } from './credit-room.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';
import type { Eligibility } from './route-book.ts';

/** What a job asks of an account. */
export interface Demand {
  readonly family: string;
  /** The price, in credits. */
  readonly cost: number;
  /** What it costs an account by a route, in its unit; absent = the price. */
  readonly costOn?: (account: Account, route: Route) => number;
  /** The only account that may take it; absent = any. */
  readonly pinnedAccountId?: string;
  /** By which routes an account could make it, or why by none. */
  readonly routesOf: (account: Pick<Account, 'provider' | 'families'>) => Eligibility;
}

/** Why an account does not take a job now, most basic reason first. */
export const accountRefusalReasons = [
  'not-the-one-asked-for',
  'family-not-served',
  'provider-missing',
  'no-route',
  'request-not-supported',
  'disabled',
  'draining',
  'login-required',
  'already-refused',
  'exhausted',
  'credits-too-low',
  'credits-stale',
  'credits-reserved',
  'budget-reached',
  'provider-unavailable',
  'cooling',
  'busy',
  'not-prepared',
] as const;

export type AccountRefusalReason = (typeof accountRefusalReasons)[number];

/** Every reason a trail may name: those of former releases too. */
export const toldRefusalReasons = [...accountRefusalReasons, 'credits-unreadable'] as const;

/** How long a balance read from the upstream is believed, in ms. */
export const balanceTrustedForMs = 30 * 60_000;

/** Whether the demand leaves it to the pool, or names this very account. */
export function mayBeAsked({ account }: AccountLoad, { pinnedAccountId }: Demand): boolean {
  return pinnedAccountId === undefined || pinnedAccountId === account.id;
}

/**
 * Why the account's credits do not cover the cost. Too low only when refunding every open item would not help. A balance that is not
 * known blocks nothing.
 */
function creditReason(load: AccountLoad, cost: number, now: number) {
  const { account, takenCredits } = load;
  if (account.condition === 'exhausted') return 'exhausted' as const;
  if (account.credits === null) return null;
  if (account.credits + takenCredits < cost) return 'credits-too-low' as const;
  const checkedAt = account.creditsCheckedAt ?? 0;
  if (account.creditsSource === 'upstream' && now - checkedAt > balanceTrustedForMs)
    return 'credits-stale' as const;
  if (!coversReservation(load, cost)) return 'credits-reserved' as const;
  return null;
}

/** Why this account cannot take the job now, or null when it can. */
export function refusalReason(
  load: AccountLoad,
  demand: Demand,
  now: number,
): AccountRefusalReason | null {
  const { account } = load;
  if (!mayBeAsked(load, demand)) return 'not-the-one-asked-for';
  const eligibility = demand.routesOf(account);
  if (eligibility.kind !== 'eligible') return eligibility.kind;
  if (!account.enabled) return 'disabled';
  if (account.draining) return 'draining';
  if (account.condition === 'login_required') return 'login-required';
  const cost = demand.costOn?.(account, eligibility.routes[0].route) ?? demand.cost;
  const credit = creditReason(load, cost, now);
  if (credit !== null) return credit;
  if (!withinBudget(load, cost, now)) return 'budget-reached';
  if (unavailableUntil(load, now) !== null) return 'provider-unavailable';
  if (coolsUntil(account, now) !== null) return 'cooling';
  if (load.busy >= account.concurrency) return 'busy';
  return null;
}
