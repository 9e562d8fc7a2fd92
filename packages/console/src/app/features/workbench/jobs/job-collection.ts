import type { WorkbenchJob } from '../../../api/responses.ts';

/** Loaded jobs, newest first. */
export interface JobCollection {
  readonly byId: ReadonlyMap<string, WorkbenchJob>;
  readonly jobs: readonly WorkbenchJob[];
}

export const noJobs: JobCollection = { byId: new Map(), jobs: [] };

const newestFirst = (one: WorkbenchJob, other: WorkbenchJob): number => {
  if (one.created_at !== other.created_at) return one.created_at < other.created_at ? 1 : -1;
  return one.job_id < other.job_id ? 1 : -1;
};

/** Merges jobs. A page read before a change was reported does not revert the change. */
export function putJobs(
  collection: JobCollection,
  reported: readonly WorkbenchJob[],
): JobCollection {
  const news = reported.filter((job) => {
    const known = collection.byId.get(job.job_id);
    return known === undefined || known.updated_at <= job.updated_at;
  });
  if (news.length === 0) return collection;
  const byId = new Map(collection.byId);
  for (const job of news) byId.set(job.job_id, job);
  const isOrdered = news.every(({ job_id }) => collection.byId.has(job_id));
  const jobs = isOrdered
    ? collection.jobs.map((job) => byId.get(job.job_id) ?? job)
    : [...byId.values()].toSorted(newestFirst);
  return { byId, jobs };
}

/** True for final states. */
export function isFinal({ status }: Pick<WorkbenchJob, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}
