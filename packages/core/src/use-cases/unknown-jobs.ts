import type { Job } from '../job/job.ts';
import type { JobReader } from '../ports/job-reader.ts';
import { allJobsQuery } from './all-jobs-query.ts';

const jobsPerPage = 200;

/** Jobs of unknown outcome, page by page; `accountId` null = all jobs, those of no known account included. */
export async function* unknownJobs(
  reader: Pick<JobReader, 'list'>,
  accountId: string | null,
): AsyncGenerator<Job> {
  let after: string | null = null;
  do {
    const page = await reader.list({
      ...allJobsQuery,
      owner: null,
      states: ['outcome_unknown'],
      accountId,
      after,
      limit: jobsPerPage,
    });
    const jobs: readonly Job[] = page.kind === 'page' ? page.jobs : [];
    yield* jobs;
    after = jobs.length < jobsPerPage ? null : (jobs.at(-1)?.id ?? null);
  } while (after !== null);
}
