import type { UpstreamError } from '../upstream/upstream-refusal.ts';
import type { Account } from './account.ts';
import type { LearnedLimit, Making } from './learned.ts';
import { awayAbout, capOf } from './model-room.ts';

/** How long a family is kept away from an account that refused its model first, in ms. */
export const keptAwayForMs = 10 * 60_000;
/** After how long an exhausted account whose balance is not known is tried first, in ms. */
const probeJobAfterMs = 3_600_000;
/** What both double to at most, in ms. */
export const maxLearnedLimitMs = 24 * 3_600_000;

interface Refused {
  readonly account: Pick<Account, 'condition' | 'concurrency' | 'credits' | 'learned'>;
  readonly making: Making;
  /** Whether it is the job's first refusal: one job penalises one account. */
  readonly isFirst: boolean;
  /** When what passes with time has passed. */
  readonly retryAt: number;
}

/**
 * What a refusal teaches about an account beside its condition; null where it teaches nothing. That an account has as many jobs as it
 * may is no fault of it, and is learned from every refusal.
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

/** The learnedLimit with which the one job is sent that finds out whether an account is still exhausted: the next one is twice as far. */
export function probeJobSent({ learned }: Pick<Account, 'learned'>, now: number): LearnedLimit {
  const former = learned.find((learnedLimit) => learnedLimit.kind === 'probe-job');
  const streak = (former?.streak ?? 0) + 1;
  return { kind: 'probe-job', at: now, until: now + doubled(probeJobAfterMs, streak), streak };
}

/** Twice as long as the last time; a refusal of a job that was sent before it was kept away says nothing new. */
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

/** A refusal of a job that was sent before the first one says nothing new. */
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
