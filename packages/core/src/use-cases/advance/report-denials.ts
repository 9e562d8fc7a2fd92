import { readDenyingAccounts } from '../read-denying-accounts.ts';
import type { StepContext } from './step-context.ts';

/** Logs an alarm when the account of a job that was denied just now denies everything. */
export async function reportDenials({ ports, job }: StepContext): Promise<void> {
  const denying = await readDenyingAccounts(ports.storage.reader, job.accountId);
  for (const { accountId: account, jobs, since } of denying) {
    const error = new Error('The provider denies all tasks of an account.');
    ports.log.error('account-denies-everything', error, { account, jobs, since });
  }
}
