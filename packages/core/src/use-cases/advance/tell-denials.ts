import { readDenyingAccounts } from '../read-denying-accounts.ts';
import type { Work } from './work.ts';

/** Raises the alarm when the account of a job that was denied just now denies everything. */
export async function tellDenials({ ports, job }: Work): Promise<void> {
  const denying = await readDenyingAccounts(ports.storage.reader, job.accountId);
  for (const { accountId: account, jobs, since } of denying) {
    const error = new Error('The provider denies all the work that an account has there.');
    ports.log.error('account-denies-everything', error, { account, jobs, since });
  }
}
