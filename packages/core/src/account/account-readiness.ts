import type { Route } from '../model/route.ts';
import type { Account, AccountLoad } from './account.ts';
import { coversReservation, withinBudget } from './credit-room.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';
import { probeJobFrom, closedModel, maySendProbeJob, slotsOf } from './model-room.ts';
import type { Eligibility, OpenRoute } from './router.ts';

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
  readonly routesOf: (account: Pick<Account, 'endpoint' | 'families'>) => Eligibility;
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
  'untested',
  'already-refused',
  'exhausted',
  'credits-too-low',
  'credits-stale',
  'credits-reserved',
  'budget-reached',
  'provider-unavailable',
  'cooling',
  'busy',
  'model-away',
  'model-busy',
  'not-prepared',
] as const;

export type AccountRefusalReason = (typeof accountRefusalReasons)[number];

/** Every reason a trail may name: those of former releases too. */
export const reportedRefusalReasons = [...accountRefusalReasons, 'credits-unreadable'] as const;

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
  if (account.condition === 'exhausted' && !maySendProbeJob(load, now)) return 'exhausted' as const;
  if (account.credits === null) return null;
  if (account.credits + takenCredits < cost) return 'credits-too-low' as const;
  const checkedAt = account.creditsCheckedAt ?? 0;
  if (account.creditsSource === 'upstream' && now - checkedAt > balanceTrustedForMs)
    return 'credits-stale' as const;
  if (!coversReservation(load, cost)) return 'credits-reserved' as const;
  return null;
}

/** Whether an account can take a job now and by which route, or why not. */
export type Readiness =
  | { readonly kind: 'able'; readonly open: OpenRoute }
  | {
      readonly kind: 'unable';
      readonly reason: AccountRefusalReason;
      /** When that has passed; null where it is not known, or is up to a person. */
      readonly until: number | null;
    };

/** Why this account cannot take the job now, or null when it can. */
export function refusalReason(
  load: AccountLoad,
  demand: Demand,
  now: number,
): AccountRefusalReason | null {
  const readiness = readinessOf(load, demand, now);
  return readiness.kind === 'able' ? null : readiness.reason;
}

/** Whether this account can take the job now: by the first of its routes that is open. */
export function readinessOf(load: AccountLoad, demand: Demand, now: number): Readiness {
  if (!mayBeAsked(load, demand)) return unable('not-the-one-asked-for');
  const eligibility = demand.routesOf(load.account);
  if (eligibility.kind !== 'eligible') return unable(eligibility.kind);
  const { routes } = eligibility;
  const { family } = demand;
  const checked = routes.map((open) => ({
    open,
    closed: closedModel(load, { family, model: open.route.model }, now),
  }));
  const open = checked.find(({ closed }) => closed === null)?.open;
  const reason = reasonOf(load, { demand, open: open ?? routes[0] }, now);
  if (reason !== null) return unable(reason, passesAt(load, reason, now));
  if (open !== undefined) return { kind: 'able', open };
  const shut = checked.flatMap(({ closed }) => closed ?? []);
  const ends = shut.flatMap(({ until }) => until ?? []);
  // A job of the account that ends earlier must not find this one asleep.
  const until = ends.length < shut.length ? null : Math.min(...ends);
  return unable(shut[0]?.reason ?? 'model-busy', until);
}

function unable(reason: AccountRefusalReason, until: number | null = null): Readiness {
  return { kind: 'unable', reason, until };
}

function passesAt(load: AccountLoad, reason: AccountRefusalReason, now: number): number | null {
  if (reason === 'cooling') return load.account.coolingUntil;
  if (reason === 'provider-unavailable') return load.providerOpenUntil;
  const from = reason === 'exhausted' ? probeJobFrom(load.account, now) : null;
  // The one that finds out may be on its way.
  return from === null || from <= now ? null : from;
}

/** Why the account as a whole does not take the job by a route. */
function reasonOf(
  load: AccountLoad,
  { demand, open }: { readonly demand: Demand; readonly open: OpenRoute },
  now: number,
): AccountRefusalReason | null {
  const { account } = load;
  if (!account.enabled) return 'disabled';
  if (account.draining) return 'draining';
  if (account.condition === 'login_required') return 'login-required';
  if (account.awaitsTest) return 'untested';
  const cost = demand.costOn?.(account, open.route) ?? demand.cost;
  const credit = creditReason(load, cost, now);
  if (credit !== null) return credit;
  if (!withinBudget(load, cost, now)) return 'budget-reached';
  if (unavailableUntil(load, now) !== null) return 'provider-unavailable';
  if (coolsUntil(account, now) !== null) return 'cooling';
  if (load.busy >= slotsOf(account)) return 'busy';
  return null;
}
