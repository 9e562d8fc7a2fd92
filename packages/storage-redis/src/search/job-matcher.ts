import type { Job, JobListQuery } from '@filmgate/core';
import { foldText } from './fold-text.ts';

/** Whether a job belongs on a page: everything a query asks of it, the cheapest questions first. */
export function jobMatcher(query: JobListQuery): (job: Job) => boolean {
  const { owner, origin, states, model, accountId, createdFrom, createdUntil, search } = query;
  const contains = searchIn(search);
  return (job) =>
    (owner === null || job.owner === owner) &&
    (origin === null || job.origin === origin) &&
    (states === null || states.includes(job.state)) &&
    (model === null || job.request.model === model) &&
    (accountId === null || job.accountId === accountId) &&
    (createdFrom === null || job.createdAt >= createdFrom) &&
    (createdUntil === null || job.createdAt < createdUntil) &&
    (contains === null || job.id === search || contains(job.request.prompt));
}

/** Whether a prompt contains the text, as search compares them. */
function searchIn(search: string | null): ((prompt: string) => boolean) | null {
  if (search === null) return null;
  const folded = foldText(search);
  return (prompt) => foldText(prompt).includes(folded);
}
