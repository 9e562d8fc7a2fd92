import type { Account, AccountLoad } from './account.ts';
import { type Demand, mayBeAsked, type Readiness, readinessOf } from './account-readiness.ts';
import { freeCredits } from './credit-room.ts';
import type { Eligibility, Router, RouteRefusal } from './router.ts';

/** Credits of queued jobs by family. */
export type WaitingCredits = { readonly [family: string]: number };

/** Decision if the pool can pay for and make one more job [credits.exhausted]. */
export type Admission =
  | { readonly kind: 'admitted' }
  /** No account that could make it was ever configured: accepted, waits for an operator. */
  | { readonly kind: 'not-configured' }
  /** Accounts make its family, but none of their endpoints will ever accept this request. */
  | { readonly kind: 'request-not-taken'; readonly verdicts: readonly RouteRefusal[] }
  /** Accounts exist, but none is enabled, logged in and tested. */
  | { readonly kind: 'account-unavailable' }
  | { readonly kind: 'credits-exhausted' }
  | { readonly kind: 'settlement-pending' }
  | { readonly kind: 'credits-unavailable' }
  | { readonly kind: 'upstream-unavailable'; readonly until: number };

/** Maximum cooling of an account, in ms: a job that would wait longer for its model is refused. */
const longestWaitMs = 3_600_000;

/** Returns true for a reason that lets the job wait as queued: busy slots, cooling, or a model that is back soon. */
function waitsInQueue(readiness: Readiness, now: number): boolean {
  if (readiness.kind === 'able') return true;
  const { reason, until } = readiness;
  if (reason === 'model-away') return until === null || until <= now + longestWaitMs;
  return reason === 'busy' || reason === 'cooling' || reason === 'model-busy';
}

/** Checks the credits left after jobs already queued, which will use the same accounts first. */
function coversQueue(
  admitting: readonly AccountLoad[],
  waitingCredits: number,
  cost: number,
): boolean {
  let free = 0;
  for (const load of admitting) {
    const credits = freeCredits(load);
    // Prices of queued jobs do not show what they will cost an account that counts in another unit.
    if (credits === null || load.account.unit !== 'credits') return true;
    free += credits;
  }
  return free - waitingCredits >= cost;
}

/** Work that waits already, and the router that knows who could make it. */
export interface QueueLoad {
  readonly waitingCredits: WaitingCredits;
  readonly book: Pick<Router, 'serves'>;
}

/** Returns the credits that queued jobs of families that these accounts make will use. */
function waitingFor(serving: readonly AccountLoad[], { waitingCredits, book }: QueueLoad): number {
  return Object.entries(waitingCredits)
    .filter(([family]) => serving.some(({ account }) => book.serves(account, family)))
    .reduce((sum, [, credits]) => sum + credits, 0);
}

/** Returns why no account could make it: none exists, or the request itself is not accepted. */
function unserved(eligibilities: readonly Eligibility[]): Admission {
  const verdicts = eligibilities.flatMap((one) =>
    one.kind === 'request-not-supported' ? one.verdicts : [],
  );
  return verdicts.length === 0
    ? { kind: 'not-configured' }
    : { kind: 'request-not-taken', verdicts };
}

/** Returns true if the account will accept work sooner or later without an operator. */
function mayTakeWork({ enabled, draining, condition, awaitsTest }: Account): boolean {
  return enabled && !draining && condition !== 'login_required' && !awaitsTest;
}

/**
 * Decides on a new job by the state of the pool. `waitingCredits`: credits that queued jobs will use, by family.
 * Exhausted only when even getting every open item back would not help; a passing reason on any account outranks it.
 */
export function checkAdmission(
  loads: readonly AccountLoad[],
  demand: Demand & QueueLoad,
  now: number,
): Admission {
  const asked = loads
    .filter((load) => mayBeAsked(load, demand))
    .map((load) => ({ load, eligibility: demand.routesOf(load.account) }));
  const serving = asked.flatMap(({ load, eligibility }) =>
    eligibility.kind === 'eligible' ? [load] : [],
  );
  if (serving.length === 0) return unserved(asked.map(({ eligibility }) => eligibility));
  const usable = serving.filter(({ account }) => mayTakeWork(account));
  if (usable.length === 0) return { kind: 'account-unavailable' };

  const checked = usable.map((load) => ({ load, readiness: readinessOf(load, demand, now) }));
  const admitting = checked
    .filter(({ readiness }) => waitsInQueue(readiness, now))
    .map(({ load }) => load);
  if (admitting.length > 0) {
    return coversQueue(admitting, waitingFor(serving, demand), demand.cost)
      ? { kind: 'admitted' }
      : { kind: 'settlement-pending' };
  }
  const unable = checked.flatMap(({ readiness }) => (readiness.kind === 'able' ? [] : readiness));
  const found = new Set(unable.map(({ reason }) => reason));
  if (found.has('credits-reserved')) return { kind: 'settlement-pending' };
  if (found.has('credits-stale')) return { kind: 'credits-unavailable' };
  if (found.has('provider-unavailable') || found.has('model-away')) {
    const shut = unable.filter(
      ({ reason }) => reason === 'provider-unavailable' || reason === 'model-away',
    );
    const ends = shut.flatMap(({ until }) => until ?? []);
    return { kind: 'upstream-unavailable', until: Math.min(...ends) };
  }
  return { kind: 'credits-exhausted' };
}
