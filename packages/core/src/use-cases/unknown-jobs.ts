import type { Job } from '../job/job.ts';
import type { JobReader } from '../ports/job-reader.ts';
import { everyJob } from './every-job.ts';

const jobsPerPage = 200;

/**
 * Jobs whose outcome is unknown, page by page.
 *
 * @param accountId - the account whose jobs are meant; null = all jobs, those of no known account included
 */
export async function* unknownJobs(
  reader: Pick<JobReader, 'list'>,
  accountId: string | null,
): AsyncGenerator<Job> {
  let after: string | null = null;
  do {
    const page = await reader.list({
      ...everyJob,
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
