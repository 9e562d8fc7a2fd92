import type { Job } from '../job/job.ts';
import { type AccountRefusalReason, type Demand, readinessOf } from './account-readiness.ts';
import type { Account, AccountLoad } from './account.ts';
import { costOn } from './cost-on.ts';
import { probeJobFrom } from './model-room.ts';
import type { OpenRoute, Router } from './router.ts';

/** Returns the job's demand on the account that will make it. */
export function demandOf(
  job: Pick<Job, 'request' | 'price'>,
  book: Pick<Router, 'routesOf' | 'chargingAt'>,
): Demand {
  const { request, price } = job;
  const { family, pinnedAccountId } = request;
  return {
    family,
    cost: price,
    costOn: (account, route) => costOn(account, route, { job, book }).estimate,
    routesOf: (account) => book.routesOf(account, request),
    ...(pinnedAccountId === undefined ? {} : { pinnedAccountId }),
  };
}

/** An account that did not accept the job, and the reason. */
export interface RefusedAccount {
  readonly accountId: string;
  readonly reason: AccountRefusalReason;
  /** Detail of `request-not-supported`: what its endpoint cannot do; absent otherwise. */
  readonly detail?: string;
  /** Instant at which the reason passes; absent where that is unknown, or up to a person. */
  readonly until?: number;
}

export type AccountChoice =
  | {
      readonly kind: 'chosen';
      readonly account: Account;
      readonly open: OpenRoute;
      readonly refusals: readonly RefusedAccount[];
    }
  | {
      readonly kind: 'wait';
      readonly refusals: readonly RefusedAccount[];
      /**
       * Instant at which the earliest refusal passes, where all pass with time; null = perhaps earlier, when some job
       * or account changes.
       */
      readonly until: number | null;
    }
  /** Only an operator can help. */
  | { readonly kind: 'configuration-needed'; readonly refusals: readonly RefusedAccount[] };

/** Refusals that end without an operator. */
const passing: ReadonlySet<AccountRefusalReason> = new Set<AccountRefusalReason>([
  'credits-stale',
  'credits-reserved',
  'budget-reached',
  'provider-unavailable',
  'cooling',
  'busy',
  'model-away',
  'model-busy',
]);

/** True if the refusal ends without an operator: an account of unknown balance gets a probe job now and then. */
function passes({ account }: AccountLoad, reason: AccountRefusalReason, now: number): boolean {
  return passing.has(reason) || (reason === 'exhausted' && probeJobFrom(account, now) !== null);
}

interface Candidate {
  readonly load: AccountLoad;
  readonly open: OpenRoute;
}

function bestFirst(one: Candidate, other: Candidate): number {
  const rank = one.open.route.rank - other.open.route.rank;
  return rank === 0 ? leastBusyFirst(one.load, other.load) : rank;
}

function leastBusyFirst(a: AccountLoad, b: AccountLoad): number {
  if (a.busy !== b.busy) return a.busy - b.busy;
  const used = (a.account.lastUsedAt ?? 0) - (b.account.lastUsedAt ?? 0);
  if (used !== 0) return used;
  return a.account.id < b.account.id ? -1 : 1;
}

type Verdict =
  | ({ readonly kind: 'able' } & Candidate)
  | { readonly kind: 'refuses'; readonly refusal: RefusedAccount };

function check(
  load: AccountLoad,
  demand: Demand & { readonly excluded: readonly string[] },
  now: number,
): Verdict {
  const { id: accountId } = load.account;
  if (demand.excluded.includes(accountId))
    return { kind: 'refuses', refusal: { accountId, reason: 'already-refused' } };
  const readiness = readinessOf(load, demand, now);
  if (readiness.kind === 'able') return { kind: 'able', load, open: readiness.open };
  const { reason, until } = readiness;
  const eligibility = reason === 'request-not-supported' ? demand.routesOf(load.account) : null;
  const detail = eligibility !== null && 'detail' in eligibility ? eligibility.detail : undefined;
  return {
    kind: 'refuses',
    refusal: {
      accountId,
      reason,
      ...(detail === undefined ? {} : { detail }),
      ...(until === null ? {} : { until }),
    },
  };
}

/**
 * Chooses the account and the route for a job by rank, fewest jobs in flight, least recent use, then id, so that equal
 * pools choose equally. Gives a reason for every account it passes over. `excluded` = accounts that refused this job.
 */
export function chooseAccount(
  loads: readonly AccountLoad[],
  demand: Demand & { readonly excluded: readonly string[] },
  now: number,
): AccountChoice {
  const refusals: RefusedAccount[] = [];
  const able: Candidate[] = [];
  const waits: (number | null)[] = [];
  for (const load of loads) {
    const verdict = check(load, demand, now);
    if (verdict.kind === 'able') {
      able.push(verdict);
      continue;
    }
    const { reason, until = null } = verdict.refusal;
    refusals.push(verdict.refusal);
    if (passes(load, reason, now)) waits.push(until);
  }
  const [best] = able.toSorted(bestFirst);
  if (best !== undefined)
    return { kind: 'chosen', account: best.load.account, open: best.open, refusals };
  if (waits.length === 0) return { kind: 'configuration-needed', refusals };
  const instants = waits.filter((instant) => instant !== null);
  // Null where a slot or a credit may come free earlier: the job must be woken then.
  const until = instants.length < waits.length ? null : Math.min(...instants);
  return { kind: 'wait', refusals, until };
}

/**
 * Chooses for a waiting job. Accounts that refused it are candidates again only when no other account will ever accept
 * the job, because the reason may be gone by then. The number of refusals of a job stays bounded.
 */
export function chooseForJob(
  job: Pick<Job, 'request' | 'price' | 'refusedBy'>,
  { loads, book }: { readonly loads: readonly AccountLoad[]; readonly book: Router },
  now: number,
): AccountChoice {
  const demand = demandOf(job, book);
  const choice = chooseAccount(loads, { ...demand, excluded: job.refusedBy }, now);
  return choice.kind === 'configuration-needed' && job.refusedBy.length > 0
    ? chooseAccount(loads, { ...demand, excluded: [] }, now)
    : choice;
}
