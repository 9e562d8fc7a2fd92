import { setBackAfterMs } from '../time/check-instant.ts';
import type { Account, AccountLoad } from './account.ts';
import {
  awayKey,
  type LearnedLimit,
  learnedLimitKey,
  type Making,
  type ModelSlots,
} from './learned.ts';

/** Time after which a learned cap grows by one job, in ms. */
export const capGrowsAfterMs = 10 * 60_000;

export type LearnedCaps = Pick<Account, 'learned'>;
type Cap = Extract<LearnedLimit, { readonly kind: 'cap' }>;
type Away = Extract<LearnedLimit, { readonly kind: 'away' }>;

/** Reason why an account accepts no more jobs by a model, and until when; null if that depends on another job's end. */
export interface ClosedModel {
  readonly reason: 'model-away' | 'model-busy';
  readonly until: number | null;
}

/** Returns the learned maximum of concurrent jobs of a model on the account, which grows by one every ten minutes. */
export function capOf(account: LearnedCaps, model: string, now: number): number {
  const learnedLimit = capAbout(account, model, now);
  if (learnedLimit === undefined) return Number.POSITIVE_INFINITY;
  return learnedLimit.cap + Math.max(0, Math.floor((now - learnedLimit.at) / capGrowsAfterMs));
}

/**
 * Returns why the account accepts no more work of a family by one of its provider's models now, or null. A family that
 * was kept away comes back with one job, and with all others when that one is accepted.
 */
export function closedModel(load: AccountLoad, making: Making, now: number): ClosedModel | null {
  const { account, busyByModel } = load;
  const { model } = making;
  const away = awayAbout(account, making, now);
  if (away !== undefined && away.until > now) return { reason: 'model-away', until: away.until };
  const rest = capAbout(account, model, now)?.restsUntil ?? null;
  if (rest !== null && rest > now) return { reason: 'model-busy', until: rest };
  const jobs = jobsOf(account, making, now);
  return (busyByModel[model] ?? 0) < jobs ? null : { reason: 'model-busy', until: null };
}

/** Counts the further jobs the account may accept of families by these models, beside the limit of its own slots. */
export function modelRoom(load: AccountLoad, makings: readonly Making[], now: number): number {
  const { account, busyByModel } = load;
  if (account.learned.length === 0) return Number.POSITIVE_INFINITY;
  const rooms = new Map<string, number>();
  for (const making of makings) {
    const { model } = making;
    if (closedModel(load, making, now) !== null) continue;
    const room = jobsOf(account, making, now) - (busyByModel[model] ?? 0);
    rooms.set(model, Math.max(rooms.get(model) ?? 0, room));
  }
  return [...rooms.values()].reduce((sum, room) => sum + room, 0);
}

/** Returns the limit on jobs of a model on the account as one of them is chosen for it; undefined without a limit. */
export function modelSlotsOf(
  account: LearnedCaps,
  making: Making,
  now: number,
): ModelSlots | undefined {
  const jobs = jobsOf(account, making, now);
  return jobs === Number.POSITIVE_INFINITY ? undefined : { model: making.model, jobs };
}

/** Returns from when an exhausted account of unknown balance may be tried with one job; null for any other account. */
export function probeJobFrom({ condition, credits, learned }: Account, now: number): number | null {
  if (condition !== 'exhausted' || credits !== null) return null;
  const learnedLimit = learned.find((one) => one.kind === 'probe-job');
  return learnedLimit === undefined || isFromTheFuture(learnedLimit, now) ? 0 : learnedLimit.until;
}

/** Returns true if an exhausted account may be sent a probe job now. */
export function maySendProbeJob({ account, busy }: AccountLoad, now: number): boolean {
  const from = probeJobFrom(account, now);
  return from !== null && from <= now && busy === 0;
}

/** Returns the maximum concurrent jobs of an account: one, the probe job, while it is exhausted as far as is known. */
export function slotsOf({ condition, credits, concurrency }: Account): number {
  return condition === 'exhausted' && credits === null ? 1 : concurrency;
}

/** A family that was kept away comes back with one job. */
function jobsOf(account: LearnedCaps, making: Making, now: number): number {
  return awayAbout(account, making, now) === undefined ? capOf(account, making.model, now) : 1;
}

function capAbout({ learned }: LearnedCaps, model: string, now: number): Cap | undefined {
  return learned
    .filter((learnedLimit) => learnedLimit.kind === 'cap')
    .find((learnedLimit) => learnedLimit.model === model && !isFromTheFuture(learnedLimit, now));
}

/** Returns the limit that keeps, or last kept, a family away from the account; undefined where none was learned. */
export function awayAbout({ learned }: LearnedCaps, making: Making, now: number): Away | undefined {
  return learned.find(
    (learnedLimit): learnedLimit is Away =>
      learnedLimitKey(learnedLimit) === awayKey(making) && !isFromTheFuture(learnedLimit, now),
  );
}

/** True for a limit from before the clock was set back. It counts as over: a provider asked too early refuses again. */
function isFromTheFuture({ at }: LearnedLimit, now: number): boolean {
  return at > now + setBackAfterMs;
}
