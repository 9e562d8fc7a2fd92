import type { AccountPool, ApiUsers, Job } from '@filmgate/core';
import type { JobNames } from './encode-job.ts';

/** Looks up the names of accounts and owners for the ids in some jobs. */
export async function namesOfJobs(
  store: {
    readonly accounts: Pick<AccountPool, 'loads'>;
    readonly apiUsers: Pick<ApiUsers, 'find'>;
  },
  jobs: readonly Job[],
): Promise<JobNames> {
  const owners = [...new Set(jobs.map(({ owner }) => owner))];
  const [loads, users] = await Promise.all([
    store.accounts.loads(),
    Promise.all(owners.map((owner) => store.apiUsers.find(owner.replace(/^user:/, '')))),
  ]);
  return {
    accounts: new Map(loads.map(({ account }) => [account.id, account.label])),
    owners: new Map(
      users.flatMap((user) => (user === undefined ? [] : [[`user:${user.id}`, user.name]])),
    ),
  };
}
