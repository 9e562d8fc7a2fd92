import { openStored } from '../blob/open-stored.ts';
import { undeliveredFile } from '../job/job-files.ts';
import type { Job } from '../job/job.ts';
import { isFileOverdue } from '../job/needed-files.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { OwnedJobId } from './gateway.ts';
import type { OpenFileResult, OpenResultResult } from './open-outcomes.ts';
import type { GatewayOptions } from './gateway-options.ts';
import { readOwnJob } from './read-own-job.ts';
import type { ResultRestorer } from './restore-result.ts';

/** Dependencies of opening results. */
export interface OpenContext {
  readonly ports: Pick<GatewayPorts, 'storage' | 'resultBlobs' | 'clock' | 'log'>;
  readonly options: Pick<GatewayOptions, 'resultRetentionMs'>;
  readonly restorer: ResultRestorer;
}

/** Opens a completed job's bytes for reading; the caller closes the blob. */
export async function openResult(
  context: OpenContext,
  input: OwnedJobId,
): Promise<OpenResultResult> {
  const job = await readOwnJob(context.ports, input);
  if (job?.state !== 'completed' || job.result === null) return { kind: 'not-found' };
  const opened = await openKept(context, { ...job, result: job.result });
  return opened.kind === 'opened' ? { ...opened, result: job.result } : opened;
}

/** Opens any file of a job, for operators alone: no caller paid for an undelivered one. The caller closes the blob. */
export async function openFile(
  context: OpenContext,
  { id }: Pick<OwnedJobId, 'id'>,
): Promise<OpenFileResult> {
  const { storage, resultBlobs, log } = context.ports;
  const job = await storage.reader.find(id);
  if (job === undefined) return { kind: 'not-found' };
  if (job.result !== null) {
    const opened = await openKept(context, { ...job, result: job.result });
    return opened.kind === 'opened' ? { ...opened, file: job.result } : opened;
  }
  const file = undeliveredFile(job);
  if (file === null) return { kind: 'not-found' };
  const opened = await openStored(resultBlobs, file);
  if (opened.kind === 'opened') return { ...opened, file };
  log.error('result-file-lost', new Error(opened.detail), { job: id, sha256: file.sha256 });
  return { kind: 'lost' };
}

type Kept = Exclude<OpenResultResult, { readonly kind: 'opened' }>;
type Opened = Pick<Extract<OpenResultResult, { readonly kind: 'opened' }>, 'kind' | 'blob'>;

/** A file that retention may have removed is not missed; any other that is missing or cut is fetched again. */
async function openKept(
  { ports, options, restorer }: OpenContext,
  job: Job & { readonly result: NonNullable<Job['result']> },
): Promise<Opened | Kept> {
  const { result } = job;
  for (let isRestored = false; ; isRestored = true) {
    const opened = await openStored(ports.resultBlobs, result);
    if (opened.kind === 'opened') return opened;
    if (isFileOverdue(job, options.resultRetentionMs, ports.clock.now()))
      return { kind: 'not-found' };
    if (isRestored) return { kind: 'lost' };
    const restoration = await restorer.restore(job, result, opened.detail);
    if (restoration.kind !== 'restored') return restoration;
  }
}
