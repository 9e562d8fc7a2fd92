import type { Job } from '../job/job.ts';
import type { JobReader } from '../ports/job-reader.ts';
import type { OwnedJobId } from './gateway.ts';

/** Returns the job if this owner made it on this surface; foreign and missing are indistinguishable (I11). */
export async function readOwnJob(
  ports: { readonly storage: { readonly reader: Pick<JobReader, 'find'> } },
  { owner, surface, id }: OwnedJobId,
): Promise<Job | undefined> {
  // Untyped callers: a store would fail for an id that is not text.
  if (typeof id !== 'string') return undefined;
  const job = await ports.storage.reader.find(id);
  return job !== undefined && job.owner === owner && job.surface === surface ? job : undefined;
}
