import type { Route } from '../model/route.ts';
import type { Account, AccountLoad } from './account.ts';
import { coversReservation, withinBudget } from './credit-room.ts';
import { coolsUntil, unavailableUntil } from './pauses.ts';
import { probeJobFrom, closedModel, maySendProbeJob, slotsOf } from './model-room.ts';
import type { Eligibility, OpenRoute } from './router.ts';

/** A job's demand on an account. */
export interface Demand {
  readonly family: string;
  /** Price, in credits. */
  readonly cost: number;
  /** Cost to an account by a route, in its unit; absent = the price. */
  readonly costOn?: (account: Account, route: Route) => number;
  /** The only account that may make it; absent = any. */
  readonly pinnedAccountId?: string;
  /** Returns the routes by which an account could make it, or the reason why none can. */
  readonly routesOf: (account: Pick<Account, 'endpoint' | 'families'>) => Eligibility;
}

/** Reasons why an account does not accept a job now, most basic first. */
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

/** All reasons a trail may name, including those of former releases. */
export const reportedRefusalReasons = [...accountRefusalReasons, 'credits-unreadable'] as const;

/** Age up to which a balance read from the provider is trusted, in ms. */
export const balanceTrustedForMs = 30 * 60_000;

/** Returns true if the demand leaves the choice to the pool or names this very account. */
export function mayBeAsked({ account }: AccountLoad, { pinnedAccountId }: Demand): boolean {
  return pinnedAccountId === undefined || pinnedAccountId === account.id;
}

/**
 * Returns why the account's credits do not cover the cost. Too low only when getting every open item back would not
 * help. An unknown balance blocks nothing.
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

/** Readiness of an account: the route by which it can accept a job now, or the reason why it cannot. */
export type Readiness =
  | { readonly kind: 'able'; readonly open: OpenRoute }
  | {
      readonly kind: 'unable';
      readonly reason: AccountRefusalReason;
      /** Instant at which the reason passes; null where that is unknown, or up to a person. */
      readonly until: number | null;
    };

/** Returns why this account cannot accept the job now, or null when it can. */
export function refusalReason(
  load: AccountLoad,
  demand: Demand,
  now: number,
): AccountRefusalReason | null {
  const readiness = readinessOf(load, demand, now);
  return readiness.kind === 'able' ? null : readiness.reason;
}

/** Decides if this account can accept the job now: by the first of its routes that is open. */
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
  // An unknown end stays null: another job of the account may end earlier, and this one must be woken then.
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
  // The probe job may be under way.
  return from === null || from <= now ? null : from;
}

/** Returns why the account as a whole does not accept the job by a route. */
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
