import type { Job } from '../job/job.ts';

/** An account whose provider denies all the work that it accepted. */
export interface DenyingAccount {
  readonly accountId: string;
  /** Jobs whose work is denied. */
  readonly jobs: number;
  /** When the first of them was denied, in ms since 1970. */
  readonly since: number;
}

/** One job may be lost at its provider; two at once, and none that is not, point at the account. */
const fewestDenied = 2;

/**
 * Accounts that deny at least two of their jobs, and show none that they had accepted before. Such an account has another secret, another
 * address, or a provider that forgot it.
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
