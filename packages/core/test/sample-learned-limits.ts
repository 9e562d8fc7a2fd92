import fc from 'fast-check';
import type { AccountLoad } from '../src/account/account.ts';
import type { LearnedLimit } from '../src/account/learned.ts';
import { learnedLimitOf } from '../src/account/learned-limit-of.ts';
import type { UpstreamError, UpstreamErrorKind } from '../src/upstream/upstream-refusal.ts';
import { sampleLoad } from './sample-load.ts';

export const now = 1_750_000_000_000;
export const making = { family: 'vidA', model: 'vidA' };
export const hour = 3_600_000;

export const error = (kind: UpstreamErrorKind, scope: UpstreamError['scope']): UpstreamError => ({
  kind,
  scope,
  charge: 'not-charged',
  retryAfterMs: null,
  detail: '',
});
export const cap = (jobs: number, at = now, restsUntil: number | null = null): LearnedLimit => ({
  kind: 'cap',
  model: 'vidA',
  at,
  cap: jobs,
  restsUntil,
});
export const away = (
  until: number,
  streak = 0,
  at = now,
): Extract<LearnedLimit, { readonly kind: 'away' }> => ({
  ...making,
  kind: 'away',
  at,
  until,
  streak,
});
export const probeJob = (until: number, streak = 0): LearnedLimit => ({
  kind: 'probe-job',
  at: now,
  until,
  streak,
});

/** An account that learned limits, with a number of jobs of the family. */
export function loadOf(
  learned: readonly LearnedLimit[],
  busy = 0,
  changes: Partial<AccountLoad['account']> = {},
) {
  const account = { concurrency: 10, creditsSource: 'operator', learned, ...changes } as const;
  return sampleLoad(account, { busy, busyByModel: busy === 0 ? {} : { vidA: busy } });
}

export function learn(
  load: AccountLoad,
  refusal: UpstreamError,
  {
    at = now,
    isFirst = true,
    retryAt = at + 30_000,
  }: { readonly at?: number; readonly isFirst?: boolean; readonly retryAt?: number } = {},
): LearnedLimit | null {
  return learnedLimitOf(refusal, { account: load.account, making, isFirst, retryAt }, at);
}

export const instants = fc.integer({ min: now, max: now + 30 * 24 * hour });
