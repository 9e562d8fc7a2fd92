import type { Job } from '../job/job.ts';

/** An account whose provider denies all the work that it had accepted. */
export interface DenyingAccount {
  readonly accountId: string;
  /** Jobs whose work is denied. */
  readonly jobs: number;
  /** Instant at which the first of them was denied, ms since 1970. */
  readonly since: number;
}

/** Minimum of denied jobs: one may be lost at its provider; two at once, with none shown, point at the account. */
const fewestDenied = 2;

/**
 * Finds accounts that deny at least two of their jobs and show none that they had accepted before. Their secret or
 * address was changed, or the provider forgot the account.
 *
 * @param jobs - open jobs that were accepted: under way, or of unknown outcome
 */
export function denyingAccounts(jobs: readonly Job[]): readonly DenyingAccount[] {
  const byAccount = Map.groupBy(jobs, ({ accountId }) => accountId ?? '');
  return [...byAccount].flatMap(([accountId, own]) => {
    const denied = own.flatMap(({ doubt }) => (doubt?.word === 'denied' ? [doubt.since] : []));
    const since = Math.min(...denied);
    const isShown = own.some(
      ({ state, doubt, submittedAt }) =>
        state !== 'outcome_unknown' && doubt?.word !== 'denied' && (submittedAt ?? since) < since,
    );
    return denied.length < fewestDenied || isShown
      ? []
      : [{ accountId, jobs: denied.length, since }];
  });
}
