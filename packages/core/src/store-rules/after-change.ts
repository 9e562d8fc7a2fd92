import type { Account } from '../account/account.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import type { CommitInput } from '../ports/job-store.ts';

/** Whether a change ends the lease of its job: the job has ended, or the runner that holds the claim is done with it. */
export function endsLease({ claim, next, lease }: CommitInput): boolean {
  return isFinal(next.state) || (claim !== null && lease === 'release');
}

/**
 * When a changed job is due. One that was judged against a pool which was changed meanwhile is judged again at once, for who
 * changed the pool did not see it wait.
 *
 * @param pool - how often the pool had been changed when the job was claimed, and how often by now
 */
export function dueAfter(
  { claim, next, now }: CommitInput,
  pool: { readonly seen: number; readonly changes: number },
): number | null {
  const isLeftBehind =
    claim !== null && next.state === 'awaiting_configuration' && pool.seen !== pool.changes;
  return isLeftBehind ? now : next.dueAt;
}

/** Whether a change of the account wakes a job that waits for configuration. */
export function isWokenBy({ enabled, draining, awaitsTest, families }: Account, job: Job): boolean {
  if (!enabled || draining || awaitsTest || job.state !== 'awaiting_configuration') return false;
  return families.includes('*') || families.includes(job.request.family);
}

/** Whether an account that was removed while jobs were on it can go now. */
export function isDrained(account: Account | undefined, openJobs: number): boolean {
  return account?.draining === true && openJobs === 0;
}

/** What an owner may take when its limit is set: less than is taken already cannot be taken back, and lets nothing more be taken. */
export function ceilingOf(limit: number | null, taken: number): number | null {
  return limit === null ? null : Math.max(limit, taken);
}
