import { type Job, type JobListQuery, promptMatcher, searchedId } from '@filmgate/core';

/** Whether a job belongs on a page. */
export interface JobMatcher {
  readonly matches: (job: Job) => boolean;
  /** False when the stored prompt alone shows that it does not; spares reading the rest of the job. */
  readonly matchesPrompt: (prompt: () => string) => boolean;
}

/** Everything a query asks of a job; the cheapest questions first. */
export function jobMatcher(query: JobListQuery): JobMatcher {
  const { states, models, accountId, createdFrom, createdUntil, search } = query;
  const contains = search === null ? null : promptMatcher(search);
  const id = search === null ? null : searchedId(search);
  return {
    matches: (job) =>
      isOwnedBy(job, query) &&
      (states === null || states.includes(job.state)) &&
      (models === null || models.includes(job.request.model)) &&
      (accountId === null || job.accountId === accountId) &&
      (createdFrom === null || job.createdAt >= createdFrom) &&
      (createdUntil === null || job.createdAt < createdUntil) &&
      (contains === null || job.id === id || contains(job.request.prompt)),
    // A stored prompt has no halves of characters, and a whole id is found without looking at prompts.
    matchesPrompt: (prompt) =>
      contains === null ||
      search?.every((text) => text.isWellFormed()) === false ||
      contains(prompt()),
  };
}

/** Whether a job is one of the owner and surface a query is about. */
export function isOwnedBy(
  job: Job,
  { owner, surface }: Pick<JobListQuery, 'owner' | 'surface'>,
): boolean {
  return (owner === null || job.owner === owner) && (surface === null || job.surface === surface);
}
