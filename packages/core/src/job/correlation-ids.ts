import type { Job } from './job.ts';

/** Submissions of one job the upstream may refuse before the job fails [jobs.refused-tries]. */
export const maximumTries = 3;

/**
 * Names a submission towards the upstream: the job and the try, so that it is unique, a person can read it, and a store that went
 * back gives it the same name again.
 */
export function correlationIdOf({ id, refusals }: Pick<Job, 'id' | 'refusals'>): string {
  return `${id}.${refusals + 1}`;
}

/** The name of the next try and those of all that may follow it. */
export function correlationIdsFrom({ id, refusals }: Pick<Job, 'id' | 'refusals'>) {
  const names: string[] = [];
  for (let tried = refusals; tried < maximumTries; tried += 1)
    names.push(correlationIdOf({ id, refusals: tried }));
  return names;
}
