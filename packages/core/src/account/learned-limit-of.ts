import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { Account } from './account.ts';
import type { LearnedLimit, Making } from './learned.ts';
import { awayAbout, capOf } from './model-room.ts';

/** First time a family is kept away from an account that refused its model, in ms. */
export const keptAwayForMs = 10 * 60_000;
/** Delay of the first probe job of an exhausted account whose balance is unknown, in ms. */
const probeJobAfterMs = 3_600_000;
/** Maximum to which both double, in ms. */
export const maxLearnedLimitMs = 24 * 3_600_000;

interface Refused {
  readonly account: Pick<Account, 'condition' | 'concurrency' | 'credits' | 'learned'>;
  readonly making: Making;
  /** True for the job's first refusal: one job penalises one account. */
  readonly isFirst: boolean;
  /** Instant at which a passing reason has passed. */
  readonly retryAt: number;
}

/**
 * Returns the limit that a refusal teaches about an account beside its condition; null where it teaches nothing. Having
 * its maximum of jobs is no fault of an account, and is learned from every refusal.
 */
export function learnedLimitOf(
  error: UpstreamError,
  { account, making, isFirst, retryAt }: Refused,
  now: number,
): LearnedLimit | null {
  const { kind, scope } = error;
  if (scope === 'request') return null;
  if (kind === 'concurrency') {
    const { model } = making;
    const cap = Math.max(1, Math.min(account.concurrency, capOf(account, model, now)));
    return { kind: 'cap', model, at: now, cap, restsUntil: retryAt };
  }
  if (!isFirst) return null;
  if (scope === 'model') return keptAway(account, { making, error, retryAt }, now);
  return kind === 'credits' && account.credits === null ? firstProbeJob(account, now) : null;
}

/** Returns the learned limit for sending a probe job to an exhausted account: the pause before the next one doubles. */
export function probeJobSent({ learned }: Pick<Account, 'learned'>, now: number): LearnedLimit {
  const former = learned.find((learnedLimit) => learnedLimit.kind === 'probe-job');
  const streak = (former?.streak ?? 0) + 1;
  return { kind: 'probe-job', at: now, until: now + doubled(probeJobAfterMs, streak), streak };
}

/** Doubles the last time; a refusal of a job that was sent before the family was kept away says nothing new. */
function keptAway(
  account: Pick<Account, 'learned'>,
  {
    making,
    error: { kind, retryAfterMs },
    retryAt,
  }: { readonly making: Making; readonly error: UpstreamError; readonly retryAt: number },
  now: number,
): LearnedLimit {
  const former = awayAbout(account, making, now);
  if (former !== undefined && former.until > now) return former;
  const streak = former === undefined ? 0 : former.streak + 1;
  const passes = kind === 'unavailable' || kind === 'rate_limited';
  const until = passes && retryAfterMs !== null ? retryAt : now + doubled(keptAwayForMs, streak);
  const { family, model } = making;
  return { kind: 'away', family, model, at: now, until, streak };
}

/** Returns the limit for the first probe job. A refusal of a job that was sent before that says nothing new. */
function firstProbeJob(
  { condition, learned }: Pick<Account, 'condition' | 'learned'>,
  now: number,
): LearnedLimit | null {
  if (condition === 'exhausted' && learned.some(({ kind }) => kind === 'probe-job')) return null;
  return { kind: 'probe-job', at: now, until: now + probeJobAfterMs, streak: 0 };
}

function doubled(ms: number, streak: number): number {
  return Math.min(maxLearnedLimitMs, ms * 2 ** Math.min(streak, 30));
}
