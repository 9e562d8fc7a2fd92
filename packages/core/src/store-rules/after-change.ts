import type { Account } from '../account/account.ts';
import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import type { CommitInput } from '../ports/job-store.ts';

/**
 * Returns true if a change ends its job's lease: the job has ended, or the decision leaves the next step to any runner.
 * A search that a notice or a person has overtaken would otherwise delay the job until its lease expires.
 */
export function endsLease({ next, lease }: Pick<CommitInput, 'next' | 'lease'>): boolean {
  return isFinal(next.state) || lease === 'release';
}

/**
 * Returns when a changed job is due. A job that was decided against a pool that has changed meanwhile is due at once,
 * since the change could not wake it.
 *
 * @param pool - number of changes of the pool when the job was claimed, and now
 */
export function dueAfter(
  { claim, next, now }: CommitInput,
  pool: { readonly seen: number; readonly changes: number },
): number | null {
  const isLeftBehind =
    claim !== null && next.state === 'awaiting_configuration' && pool.seen !== pool.changes;
  return isLeftBehind ? now : next.dueAt;
}

/** Returns true if a change of the account wakes a job that waits for configuration. */
export function isWokenBy({ enabled, draining, awaitsTest, families }: Account, job: Job): boolean {
  if (!enabled || draining || awaitsTest || job.state !== 'awaiting_configuration') return false;
  return families.includes('*') || families.includes(job.request.family);
}

/** Returns true if an account that was removed while jobs were on it can be deleted now. */
export function isDrained(account: Account | undefined, openJobs: number): boolean {
  return account?.draining === true && openJobs === 0;
}

/** Returns an owner's ceiling for a limit: at least the amount in use, which cannot be withdrawn. */
export function ceilingOf(limit: number | null, taken: number): number | null {
  return limit === null ? null : Math.max(limit, taken);
}
