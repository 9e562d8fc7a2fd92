import { type Job, type JobListQuery, promptMatcher, searchedId } from '@filmgate/core';

/** Decides whether a job belongs on a page. */
export interface JobMatcher {
  readonly matches: (job: Job) => boolean;
  /** Returns false when the stored prompt alone excludes the job; avoids reading the rest of the job. */
  readonly matchesPrompt: (prompt: () => string) => boolean;
}

/** All conditions of a query, cheapest first. */
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
    // A stored prompt has no halves of characters, and a whole id is found without reading prompts.
    matchesPrompt: (prompt) =>
      contains === null ||
      search?.every((text) => text.isWellFormed()) === false ||
      contains(prompt()),
  };
}

/** True when a job has the owner and surface of a query. */
export function isOwnedBy(
  job: Job,
  { owner, surface }: Pick<JobListQuery, 'owner' | 'surface'>,
): boolean {
  return (owner === null || job.owner === owner) && (surface === null || job.surface === surface);
}
