import type { Job, JobListQuery } from '@filmgate/core';
import { foldText } from '../search/fold-text.ts';

/** Whether a job belongs on a page. */
export type JobMatcher = (job: Job) => boolean;

/** Everything a query asks of a job; the cheapest questions first. */
export function jobMatcher(query: JobListQuery): JobMatcher {
  const { states, model, accountId, createdFrom, createdUntil, search } = query;
  const folded = search === null ? null : foldText(search);
  return (job) =>
    isOwnedBy(job, query) &&
    (states === null || states.includes(job.state)) &&
    (model === null || job.request.model === model) &&
    (accountId === null || job.accountId === accountId) &&
    (createdFrom === null || job.createdAt >= createdFrom) &&
    (createdUntil === null || job.createdAt < createdUntil) &&
    (folded === null || job.id === search || foldText(job.request.prompt).includes(folded));
}

/** Whether a job is one of the owner and origin a query is about. */
export function isOwnedBy(
  job: Job,
  { owner, origin }: Pick<JobListQuery, 'owner' | 'origin'>,
): boolean {
  return (owner === null || job.owner === owner) && (origin === null || job.origin === origin);
}
