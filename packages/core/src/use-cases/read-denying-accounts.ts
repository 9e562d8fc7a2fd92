import { type DenyingAccount, denyingAccounts } from '../account/denying-accounts.ts';
import type { Job } from '../job/job.ts';
import type { JobListOutcome, JobListQuery } from '../ports/job-reader.ts';
import type { InvalidRequest } from './checks/invalid-request.ts';
import { allJobsQuery } from './all-jobs-query.ts';

/** Maximum jobs read, the oldest first; an account with more shows itself in these. */
const jobsLookedAt = 200;

/**
 * Finds accounts that deny all work they accepted, by their oldest open jobs.
 *
 * @param reader - a store, or a gateway, which may refuse a query
 * @param accountId - null = every account
 */
export async function readDenyingAccounts(
  reader: { list(query: JobListQuery): Promise<JobListOutcome | InvalidRequest> },
  accountId: string | null,
): Promise<readonly DenyingAccount[]> {
  const oldestIn = async (states: readonly Job['state'][]): Promise<readonly Job[]> => {
    const page = await reader.list({
      ...allJobsQuery,
      owner: null,
      states,
      accountId,
      order: 'oldest-first',
      limit: jobsLookedAt,
    });
    return page.kind === 'page' ? page.jobs : [];
  };
  const unknown = await oldestIn(['outcome_unknown']);
  if (denyingAccounts(unknown).length === 0) return [];
  return denyingAccounts([...unknown, ...(await oldestIn(['submitted', 'polling']))]);
}
