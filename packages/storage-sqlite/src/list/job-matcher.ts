import { foldText, type Job, type JobListQuery } from '@filmgate/core';

/** Whether a job belongs on a page. */
export interface JobMatcher {
  readonly matches: (job: Job) => boolean;
  /** False when the stored prompt alone shows that it does not; spares reading the rest of the job. */
  readonly matchesPrompt: (prompt: () => string) => boolean;
}

/** Everything a query asks of a job; the cheapest questions first. */
export function jobMatcher(query: JobListQuery): JobMatcher {
  const { states, model, accountId, createdFrom, createdUntil, search } = query;
  const contains = searchIn(search);
  return {
    matches: (job) =>
      isOwnedBy(job, query) &&
      (states === null || states.includes(job.state)) &&
      (model === null || job.request.model === model) &&
      (accountId === null || job.accountId === accountId) &&
      (createdFrom === null || job.createdAt >= createdFrom) &&
      (createdUntil === null || job.createdAt < createdUntil) &&
      (contains === null || job.id === search || contains(job.request.prompt)),
    // A stored prompt has no halves of characters, and a whole id is found without looking at prompts.
    matchesPrompt: (prompt) =>
      contains === null || search?.isWellFormed() === false || contains(prompt()),
  };
}

/** Whether a job is one of the owner and surface a query is about. */
export function isOwnedBy(
  job: Job,
  { owner, surface }: Pick<JobListQuery, 'owner' | 'surface'>,
): boolean {
  return (owner === null || job.owner === owner) && (surface === null || job.surface === surface);
}

/** Whether a prompt contains the text, as search compares them. */
function searchIn(search: string | null): ((prompt: string) => boolean) | null {
  if (search === null) return null;
  const folded = foldText(search);
  return (prompt) => foldText(prompt).includes(folded);
}
