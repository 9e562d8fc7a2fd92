import { type DenyingAccount, denyingAccounts } from '../account/denying-accounts.ts';
import type { Job } from '../job/job.ts';
import { everyJob } from './every-job.ts';
import type { Gateway } from './gateway.ts';

/** Jobs that are looked at, the oldest first; an account with more shows itself in these. */
const jobsLookedAt = 200;

/**
 * Accounts that deny all the work they accepted, by the oldest of their open jobs.
 *
 * @param accountId - the account that is asked about; null = every account
 */
export async function readDenyingAccounts(
  reader: Pick<Gateway, 'list'>,
  accountId: string | null,
): Promise<readonly DenyingAccount[]> {
  const oldestIn = async (states: readonly Job['state'][]): Promise<readonly Job[]> => {
    const page = await reader.list({
      ...everyJob,
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
