import { allJobsQuery, type JobListQuery, jobStates, type StorageBundle } from '@filmgate/core';

const everything: JobListQuery = {
  ...allJobsQuery,
  owner: null,
  limit: 7,
};

/** All responses of a store to reads without an id: lists by every filter, depth, credits, accounts, users. */
export async function responsesOf({
  reader,
  accounts,
  apiUsers,
  adminAccess,
  assets,
}: StorageBundle): Promise<unknown> {
  const lists: Partial<JobListQuery>[] = [
    {},
    { order: 'oldest-first', limit: 1000 },
    { owner: 'user:rich' },
    { surface: 'tasks', limit: 1000 },
    { accountId: 'account-1', limit: 1000 },
    { search: ['puddle'], limit: 1000 },
    ...jobStates.map((state) => ({ states: [state], limit: 1000 })),
  ];
  return {
    lists: await Promise.all(lists.map((query) => reader.list({ ...everything, ...query }))),
    changed: await reader.changedSince({ owner: null, surface: null, at: 0, limit: 10_000 }),
    depth: await reader.depth(),
    loads: await accounts.loads(),
    users: await apiUsers.list({ after: null, limit: 1000 }),
    usage: await Promise.all(['native', 'user:poor', 'user:rich'].map((o) => apiUsers.usage(o))),
    held: await Promise.all(['native', 'user:rich'].map((o) => assets.heldBytes(o))),
    audit: await adminAccess.audit({ before: null, limit: 1000 }),
  };
}
