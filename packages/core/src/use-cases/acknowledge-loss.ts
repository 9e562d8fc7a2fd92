import { unsentStates } from '../job/amend-job.ts';
import { transition } from '../job/job-transition.ts';
import type { Job } from '../job/job.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { StorageBundle } from '../ports/storage-bundle.ts';
import { StorageUnavailable } from '../ports/storage-unavailable.ts';
import type { DataLoss, DataLossDetection } from '../ports/data-loss-detection.ts';
import { askAgain } from './ask-again.ts';
import { allJobsQuery } from './all-jobs-query.ts';
import { endHistory } from './history-id.ts';

const JOBS_PER_PAGE = 200;

export type AcknowledgeLossResult =
  /** The store has resumed; `unknownJobs` jobs now wait for a resolution. */
  | { readonly kind: 'acknowledged'; readonly unknownJobs: number }
  | { readonly kind: 'nothing-lost' };

export type ConfirmMoveResult =
  /** The store resumes unchanged. */
  | { readonly kind: 'confirmed' }
  /** The store was not only moved: changes are missing, or its file is gone. */
  | { readonly kind: 'not-moved'; readonly lost: DataLoss }
  | { readonly kind: 'nothing-lost' };

/** Resumes a moved store when an operator says that nothing used the former one since; every job continues. */
export async function confirmMove({
  storage,
}: Pick<GatewayPorts, 'storage'>): Promise<ConfirmMoveResult> {
  const { dataLoss } = storage;
  const lost = dataLoss === undefined ? null : await lossOf(storage, dataLoss);
  if (dataLoss === undefined || lost === null) return { kind: 'nothing-lost' };
  if (lost.kind !== 'elsewhere') return { kind: 'not-moved', lost };
  await dataLoss.resume();
  return { kind: 'confirmed' };
}

/**
 * Resumes a store that lost a part of its past, when an operator says so. First it puts every job that may have been
 * sent in that part to `outcome_unknown`, its money on hold, so that nothing is paid twice: one by one, each atomic,
 * while nothing else may change it. If it stops half-way, call it again.
 */
export async function acknowledgeLoss({
  storage,
  clock,
}: Pick<GatewayPorts, 'storage' | 'clock'>): Promise<AcknowledgeLossResult> {
  const { dataLoss } = storage;
  if (dataLoss === undefined || (await lossOf(storage, dataLoss)) === null)
    return { kind: 'nothing-lost' };
  await askAgain({ storage: dataLoss, clock }, null);
  let unknownJobs = 0;
  for (;;) {
    const jobs = await unsentJobs(dataLoss);
    if (jobs.length === 0) break;
    for (const job of jobs) if (await makeUnknown(dataLoss, job, clock.now())) unknownJobs += 1;
  }
  await endHistory(storage);
  const ended = await dataLoss.resume();
  return ended === 'resumed' ? { kind: 'acknowledged', unknownJobs } : { kind: 'nothing-lost' };
}

/** Checks now: another node may have noticed a moment ago. */
async function lossOf(
  storage: StorageBundle,
  dataLoss: DataLossDetection,
): Promise<DataLoss | null> {
  try {
    await storage.ping();
  } catch (error) {
    if (!(error instanceof StorageUnavailable && error.reason === 'data-loss')) throw error;
  }
  return dataLoss.lost();
}

/** Returns the first page of those left: each that became unknown leaves the list. */
async function unsentJobs({ reader }: DataLossDetection): Promise<readonly Job[]> {
  const page = await reader.list({
    ...allJobsQuery,
    owner: null,
    states: unsentStates,
    order: 'oldest-first',
    limit: JOBS_PER_PAGE,
  });
  return page.kind === 'page' ? page.jobs : [];
}

/** Returns false when another program did so just before. */
async function makeUnknown({ jobs }: DataLossDetection, job: Job, now: number): Promise<boolean> {
  const detail = 'the store lost acknowledged changes; the job may have been sent';
  const step = transition(job, { kind: 'possibly-sent', detail }, now);
  if (step.kind === 'refused') return false;
  const { job: next, effects } = step;
  const outcome = await jobs.commit({ claim: null, from: job, next, effects, lease: 'keep', now });
  return outcome.kind === 'committed';
}
