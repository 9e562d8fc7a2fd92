import type { Job } from '../job/job.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { JobReader } from '../ports/job-reader.ts';
import { undeliveredFile } from '../job/job-files.ts';
import type { OpenFileResult, OpenResultResult, OwnedJobId } from './gateway.ts';

/** Opens a completed job's bytes for reading; the caller closes the blob. */
export async function openResult(
  ports: GatewayPorts,
  input: OwnedJobId,
): Promise<OpenResultResult> {
  const job = await readOwnJob(ports, input);
  if (job?.state !== 'completed' || job.result === null) return { kind: 'not-found' };
  const blob = await ports.resultBlobs.open(job.result.sha256);
  return blob === undefined ? { kind: 'not-found' } : { kind: 'opened', blob, result: job.result };
}

/**
 * Opens what there is of a job's file, delivered or not. For operators alone: no caller paid for what was not delivered. The caller
 * closes the blob.
 */
export async function openFile(
  ports: GatewayPorts,
  { id }: Pick<OwnedJobId, 'id'>,
): Promise<OpenFileResult> {
  const job = await ports.storage.reader.find(id);
  const file = job === undefined ? null : (job.result ?? undeliveredFile(job));
  const blob = file === null ? undefined : await ports.resultBlobs.open(file.sha256);
  return file === null || blob === undefined
    ? { kind: 'not-found' }
    : { kind: 'opened', blob, file };
}

/** The job if this owner made it on this surface; foreign and missing are the same nothing (I11). */
export async function readOwnJob(
  ports: { readonly storage: { readonly reader: Pick<JobReader, 'find'> } },
  { owner, surface, id }: OwnedJobId,
): Promise<Job | undefined> {
  // Callers without types: a store would fail for what is no text.
  if (typeof id !== 'string') return undefined;
  const job = await ports.storage.reader.find(id);
  return job !== undefined && job.owner === owner && job.surface === surface ? job : undefined;
}
