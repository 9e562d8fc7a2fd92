import {
  type ApiUser,
  type BlobStore,
  endStrandedJobs,
  eraseLoggedRequests,
  eraseUser,
  type GatewayPorts,
} from '@filmgate/core';
import type { LeaderLease } from './leader-lease.ts';
import { createTimeWatch, type TimeWatch } from './time-watch.ts';

/** Retention times, in ms [settings.retention]. */
export interface RetentionTimes {
  readonly resultsMs: number;
  /** Jobs that ended, with their trail, and uploaded assets no open job needs. */
  readonly jobsMs: number;
  /** Rows of the request log. */
  readonly logsMs: number;
  /** Idle timeout of a session, and the period in which login failures count. */
  readonly sessionIdleMs: number;
  readonly loginWindowMs: number;
}

/** Removes expired data, and ends jobs that cannot continue. */
export interface Retention {
  /** Starts; returns at once. */
  start(): void;
  /** Ends after the running page. Safe to repeat. */
  stop(): Promise<void>;
  /** Runs one whole round. */
  runOnce(): Promise<void>;
}

/** Pause between two rounds, in ms. */
const everyMs = 10 * 60_000;
/** Time in which the node that began a round also begins the next one, in ms; after it another node may. */
const turnMs = 1.5 * everyMs;
const pageSize = 500;
/** Maximum time after the erasure of a user in which a running call may still be logged, in ms. */
const latestRequestMs = 2 * 3_600_000;
/** A row of the log is small, and there may be hundreds in a second. */
const logPageSize = 5_000;
/** Figures over time are shown for seven days. */
const samplesMs = 8 * 24 * 3_600_000;
/** Minimum age of bytes without a reference before their removal, in ms: a job being accepted may need them. */
const unreferencedMs = 24 * 3_600_000;

/**
 * Retention of results, jobs, assets, the request log and sessions; the end of jobs whose only account was removed.
 * Removes in small pages, so that retention never delays jobs.
 */
export function createRetention(input: {
  readonly ports: GatewayPorts;
  readonly retention: RetentionTimes;
  /** Turn among processes that share a store; if absent, this process is alone. */
  readonly turn?: LeaderLease;
  /** Confirms the time that decides what is old; made from the ports when absent. */
  readonly time?: Pick<TimeWatch, 'look'>;
}): Retention {
  const { ports, retention, turn, time = createTimeWatch(ports) } = input;
  const stopping = new AbortController();
  let loop = Promise.resolve();

  const runOnce = async (): Promise<void> => {
    await endStranded(ports, stopping.signal);
    await resumeErasing(ports, stopping.signal);
    await removeOld({ ports, retention, signal: stopping.signal, now: await time.look() });
  };
  const runForEver = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        if (turn === undefined || (await turn.take(turnMs))) await runOnce();
      } catch (error) {
        ports.log.error('upkeep-failed', error);
      }
      await ports.clock.sleep(everyMs, stopping.signal);
    }
    await turn?.giveBack().catch((error: unknown) => ports.log.error('upkeep-failed', error));
  };
  return {
    start: () => {
      loop = runForEver();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
    runOnce,
  };
}

/** Data that is removed by age. */
interface Old {
  readonly ports: GatewayPorts;
  readonly retention: RetentionTimes;
  readonly signal: AbortSignal;
  /** The instant that decides age, ms since 1970: the trusted time, not the clock's. */
  readonly now: number;
}

async function removeOld(old: Old): Promise<void> {
  await removeResults(old);
  await removeJobs(old);
  await removeAssets(old);
  await removeRequests(old);
  await removeSamples(old);
  await tidySessions(old);
}

/** Ends jobs of a removed account whose removal was interrupted, or that were accepted during the removal. */
async function endStranded(ports: GatewayPorts, signal: AbortSignal): Promise<void> {
  const jobs = await endStrandedJobs({ ports, signal });
  if (jobs > 0) ports.log.warn('stranded-jobs-ended', { jobs });
}

/** Resumes the erasure of users; jobs in flight at its start have ended by now, or are left to a later round. */
async function resumeErasing(ports: GatewayPorts, signal: AbortSignal): Promise<void> {
  const { apiUsers } = ports.storage;
  let after: string | null = null;
  do {
    const users: readonly ApiUser[] = await apiUsers.list({ after, limit: pageSize });
    for (const { id, erasure } of users) {
      if (erasure === null || signal.aborted) continue;
      if (erasure.completedAt === null) {
        const remaining = await eraseUser({ ports, signal }, id);
        if (remaining === 0) ports.log.info('user-erased', { user: id });
      } else if (erasure.completedAt > ports.clock.now() - latestRequestMs) {
        await eraseLoggedRequests({ ports, signal }, `user:${id}`);
      }
    }
    after = users.length < pageSize ? null : (users.at(-1)?.id ?? null);
  } while (after !== null && !signal.aborted);
}

/** Removes results by age alone: a file is written when its youngest job completes, or when it is fetched again. */
async function removeResults({ ports, retention, signal, now }: Old): Promise<void> {
  const writtenBefore = now - retention.resultsMs;
  await sweep({ blobs: ports.resultBlobs, writtenBefore, signal }, async (digests) => digests);
}

async function removeJobs({ ports, retention, signal, now }: Old): Promise<void> {
  const finishedBefore = now - retention.jobsMs;
  let removed = pageSize;
  while (removed === pageSize && !signal.aborted) {
    const jobs = await ports.storage.jobs.removeFinished({ finishedBefore, limit: pageSize, now });
    removed = jobs.length;
  }
}

async function removeAssets({ ports, retention, signal, now }: Old): Promise<void> {
  const { assets } = ports.storage;
  let removed = pageSize;
  while (removed === pageSize && !signal.aborted) {
    removed = await assets.removeOlderThan({
      createdBefore: now - retention.jobsMs,
      limit: pageSize,
    });
  }
  const writtenBefore = now - unreferencedMs;
  let released = pageSize;
  while (released === pageSize && !signal.aborted) {
    released = await assets.releaseHoldings({ heldBefore: writtenBefore, limit: pageSize });
  }
  await sweep({ blobs: ports.assetBlobs, writtenBefore, signal }, async (digests) => {
    const needed = await assets.neededDigests(digests);
    return digests.filter((digest) => !needed.has(digest));
  });
}

async function removeRequests({ ports, retention, signal, now }: Old): Promise<void> {
  const { storage } = ports;
  const before = now - retention.logsMs;
  let removed = logPageSize;
  while (removed === logPageSize && !signal.aborted) {
    removed = await storage.requestLogs.removeBefore({ before, limit: logPageSize });
  }
}

async function removeSamples({ ports, signal, now }: Old): Promise<void> {
  const { storage } = ports;
  const before = now - samplesMs;
  let removed = logPageSize;
  while (removed === logPageSize && !signal.aborted) {
    removed = await storage.operationSamples.removeBefore({ before, limit: logPageSize });
  }
}

async function tidySessions({ ports, retention, now }: Old): Promise<void> {
  const { sessionIdleMs: idleMs, loginWindowMs } = retention;
  await ports.storage.adminAccess.tidy({ now, idleMs, failuresBefore: now - loginWindowMs });
}

async function sweep(
  page: { readonly blobs: BlobStore; readonly writtenBefore: number; readonly signal: AbortSignal },
  choose: (digests: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const { blobs, writtenBefore, signal } = page;
  let after: string | null = null;
  for (;;) {
    const digests: readonly string[] = await blobs.sweepCandidates({
      writtenBefore,
      after,
      limit: pageSize,
    });
    for (const digest of await choose(digests)) {
      if (signal.aborted) return;
      await blobs.remove(digest, { writtenBefore });
    }
    after = digests.at(-1) ?? null;
    if (after === null) return;
  }
}
