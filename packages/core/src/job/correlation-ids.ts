import type { Job } from './job.ts';

/** Submissions of one job the provider may refuse before the job fails [jobs.refused-tries]. */
export const maximumTries = 3;

/** Names a submission at the provider by job and try: unique, readable, and given again by a store that went back. */
export function correlationIdOf({ id, refusals }: Pick<Job, 'id' | 'refusals'>): string {
  return `${id}.${refusals + 1}`;
}

/** Returns the refusals of a job before the submission of this name. */
export function refusalsBefore(correlationId: string): number {
  return Number(correlationId.slice(correlationId.lastIndexOf('.') + 1)) - 1;
}

/** Returns the name of the next try and those of all that may follow it. */
export function correlationIdsFrom({ id, refusals }: Pick<Job, 'id' | 'refusals'>) {
  const names: string[] = [];
  for (let tried = refusals; tried < maximumTries; tried += 1)
    names.push(correlationIdOf({ id, refusals: tried }));
  return names;
}
