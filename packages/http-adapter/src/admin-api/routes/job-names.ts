import type { Job } from '@filmgate/core';
import type { AdminContext } from '../context.ts';
import type { AdminFailure } from '../failure.ts';
import type { JobNames } from '../schemas/encode-job.ts';
import { namesOfJobs } from '../schemas/names-of-jobs.ts';

export const noSuchJob: AdminFailure = { kind: 'not-found', detail: 'There is no such job.' };

/** Returns the names in some jobs. */
export function namesIn({ deps }: AdminContext, jobs: readonly Job[]): Promise<JobNames> {
  return namesOfJobs(deps, jobs);
}

/** Returns the id of the account a filter names by id or label; text that names none is kept and finds nothing. */
export async function accountNamed(
  { deps }: AdminContext,
  name: string | undefined,
): Promise<string | null> {
  if (name === undefined) return null;
  const loads = await deps.accounts.loads();
  return loads.find(({ account }) => account.label === name)?.account.id ?? name;
}
