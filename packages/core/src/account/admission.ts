import type { AccountLoad } from './account.ts';
import {
  type AccountRefusalReason,
  type Demand,
  mayBeAsked,
  refusalReason,
} from './account-readiness.ts';
import { freeCredits } from './credit-room.ts';
import type { RouteBook } from './route-book.ts';

/** Credits of queued jobs by family. */
type WaitingCredits = { readonly [family: string]: number };

/** Whether the pool can pay for and serve one more job (decisions §3 "Which credit error"). */
export type Admission =
  | { readonly kind: 'admitted' }
  /** No account was ever configured that could make it: accepted, waits for an operator. */
  | { readonly kind: 'not-configured' }
  /** Accounts exist, none is enabled and logged in. */
  | { readonly kind: 'account-unavailable' }
  | { readonly kind: 'credits-exhausted' }
  | { readonly kind: 'settlement-pending' }
  | { readonly kind: 'credits-unavailable' }
  | { readonly kind: 'upstream-unavailable'; readonly until: number };

/** Busy slots and cooling are no refusal: the job waits as queued. */
const waitsInQueue: ReadonlySet<AccountRefusalReason> = new Set<AccountRefusalReason>([
  'busy',
  'cooling',
]);

/** Jobs already queued will ask the same accounts for credits first. */
function coversQueue(
  admitting: readonly AccountLoad[],
  waitingCredits: number,
  cost: number,
): boolean {
  let free = 0;
  for (const load of admitting) {
    const credits = freeCredits(load);
    // What the queue will take of an account that counts in another unit cannot be told from its prices.
    if (credits === null || load.account.unit !== 'credits') return true;
    free += credits;
  }
  return free - waitingCredits >= cost;
}

/** What waits already, and who could make it. */
interface Queue {
  readonly waitingCredits: WaitingCredits;
  readonly book: Pick<RouteBook, 'serves'>;
}

/** What queued jobs of families that these accounts serve will take. */
function waitingFor(serving: readonly AccountLoad[], { waitingCredits, book }: Queue): number {
  return Object.entries(waitingCredits)
    .filter(([family]) => serving.some(({ account }) => book.serves(account, family)))
    .reduce((sum, [, credits]) => sum + credits, 0);
}

/**
 * Judges a new job against the pool. `waitingCredits` is what queued jobs will take, by family.
 * Exhausted only when even refunding every open item would not help; a passing reason on any account outranks it.
 */
export function judgeAdmission(
  loads: readonly AccountLoad[],
  demand: Demand & Queue,
  now: number,
): Admission {
  const serving = loads.filter(
    (load) => mayBeAsked(load, demand) && demand.routesOf(load.account).kind === 'eligible',
  );
  if (serving.length === 0) return { kind: 'not-configured' };
  const usable = serving.filter(
    ({ account }) => account.enabled && !account.draining && account.condition !== 'login_required',
  );
  if (usable.length === 0) return { kind: 'account-unavailable' };

  const reasons = new Map(usable.map((load) => [load, refusalReason(load, demand, now)]));
  const admitting = usable.filter((load) => {
    const reason = reasons.get(load) ?? null;
    return reason === null || waitsInQueue.has(reason);
  });
  if (admitting.length > 0) {
    return coversQueue(admitting, waitingFor(serving, demand), demand.cost)
      ? { kind: 'admitted' }
      : { kind: 'settlement-pending' };
  }
  const found = new Set(reasons.values());
  if (found.has('credits-reserved')) return { kind: 'settlement-pending' };
  if (found.has('credits-stale')) return { kind: 'credits-unavailable' };
  if (found.has('provider-unavailable')) {
    const until = Math.min(
      ...usable.map((load) => load.providerOpenUntil ?? Number.POSITIVE_INFINITY),
    );
    return { kind: 'upstream-unavailable', until };
  }
  return { kind: 'credits-exhausted' };
}
