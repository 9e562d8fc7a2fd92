import { type Job, jobStates, type Logger, type NeededFile, neededFiles } from '@filmgate/core';
import { createSystemClock } from '@filmgate/runtime-node';
import { openStorage, sqliteOf } from '../compose/open-storage.ts';
import type { Settings } from '../settings/settings-schema.ts';

const jobsPerPage = 200;
const hourMs = 3_600_000;

/** Discards log lines: errors are thrown, and reported by the command. */
const silent: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A file with its job; null where the record of the job is unreadable. */
export interface FileOnRecord {
  readonly job: string;
  readonly file: NeededFile | null;
}

/** Yields every file that the jobs of a store need, also while gateways are running on it. */
export async function* filesOnRecord(settings: Settings): AsyncGenerator<FileOnRecord> {
  const retentionMs = settings.FILMGATE_RETENTION_RESULTS_HOURS * hourMs;
  const clock = createSystemClock();
  for await (const { id, job } of jobsOf(settings)) {
    const files = job === null ? [null] : neededFiles(job, retentionMs, clock.now());
    for (const file of files) yield { job: id, file };
  }
}

interface ReadJob {
  readonly id: string;
  readonly job: Job | null;
}

async function* jobsOf(settings: Settings): AsyncGenerator<ReadJob> {
  if (settings.FILMGATE_STORAGE === 'sqlite') {
    const { readSqliteJobs } = await import('@filmgate/storage-sqlite');
    yield* readSqliteJobs(sqliteOf(settings).file);
    return;
  }
  const storage = await openStorage(settings, silent);
  const { reader } = storage;
  try {
    for (const { id } of await reader.unreadable()) yield { id, job: null };
    for (let after: string | null = null; ; ) {
      const page = await reader.list({ ...everyone, after, limit: jobsPerPage });
      if (page.kind === 'cursor-unknown') {
        after = null;
        continue;
      }
      for (const job of page.jobs) yield { id: job.id, job };
      after = page.jobs.at(-1)?.id ?? null;
      if (!page.hasMore || after === null) return;
    }
  } finally {
    await storage.close();
  }
}

const everyone = {
  owner: null,
  surface: null,
  states: jobStates,
  models: null,
  accountId: null,
  search: null,
  createdFrom: null,
  createdUntil: null,
  order: 'oldest-first',
} as const;
