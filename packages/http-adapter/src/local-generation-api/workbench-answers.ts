import type { Job } from '@filmgate/core';
import { encodeWorkbenchJob } from './encode/workbench-job.ts';
import type { WorkbenchJob } from './schemas/workbench-job.ts';
import type { WorkbenchContext } from './workbench-context.ts';
import type { WorkbenchFailure } from './workbench-failure.ts';

/** The one answer for unknown jobs, jobs of other routes, and videos that are not there. */
export const jobNotFound: WorkbenchFailure = {
  kind: 'not-found',
  detail: 'There is no such job, or its video is not ready.',
};

/** Jobs as the workbench shows them, each account called as it is called now. */
export async function showJobs(
  context: WorkbenchContext,
  jobs: readonly Job[],
  prefix: string,
): Promise<readonly WorkbenchJob[]> {
  if (jobs.some(({ accountId }) => accountId !== null)) await context.labels.refresh();
  return jobs.map((job) => showJob(context, job, prefix));
}

/** A job with its account called as it was when the labels were read last; by its id where it is not known any more. */
export function showJob(
  { labels, deps }: WorkbenchContext,
  job: Job,
  prefix: string,
): WorkbenchJob {
  const account = labels.of(job);
  return encodeWorkbenchJob(job, {
    prefix,
    account: account === undefined ? job.accountId : account,
    now: deps.clock.now(),
  });
}

/** The prefix of the mounted API, from that of a route below `/local-video`. */
export function mountPrefix(prefix: string): string {
  return prefix.slice(0, -'/local-video'.length);
}
