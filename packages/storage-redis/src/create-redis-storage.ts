import {
  type DataLossDetection,
  type JobReader,
  type JobStore,
  type Logger,
  type StorageBundle,
  notifyListener,
  UnreadableJobs,
} from '@filmgate/core';
import { createAccountPool } from './accounts/redis-account-pool.ts';
import { createAdminAccess } from './admin/redis-admin-access.ts';
import { createAssetIndex } from './assets/redis-asset-index.ts';
import { type OpenOptions, openStore, type OpenStore } from './connection/open-store.ts';
import { HeardCommits } from './events/heard-commits.ts';
import { RedisJobEvents } from './events/redis-job-events.ts';
import { createJobStore } from './jobs/redis-job-store.ts';
import { type JobAccess, JobCache, StoredJobs } from './jobs/stored-jobs.ts';
import { JobKeys } from './keys/job-keys.ts';
import { createJobReader } from './lists/redis-job-reader.ts';
import { createOperationSamples } from './operation-samples/redis-operation-samples.ts';
import { createRequestLogs } from './request-logs/redis-request-logs.ts';
import { defineNamedScript } from './script/named-script.ts';
import type { ScriptRunner } from './script/script-runner.ts';
import { packSignatures } from './search/pack-signatures.ts';
import { createApiUsers } from './users/redis-api-users.ts';
import { createKeyValueStore } from './values/redis-key-value-store.ts';

/** Jobs and their lists over runners that work while the store is halted. */
interface JobsWhileHalted {
  readonly jobs: Pick<JobStore, 'commit'>;
  readonly reader: Pick<JobReader, 'list'>;
}

/** Detects whether Redis still has everything it acknowledged. */
function createDataLossDetection(
  store: OpenStore,
  { jobs, reader }: JobsWhileHalted,
  log: Logger | undefined,
): DataLossDetection {
  const { watch } = store;
  const failed = (error: unknown) => log?.error('data-loss-listener-failed', error);
  return {
    jobs,
    reader,
    lost: () => watch.halt,
    onChange: (listener) => watch.onChange((lost) => notifyListener(() => listener(lost), failed)),
    resume: async () => ((await store.acknowledgeLoss()) ? 'resumed' : 'nothing-lost'),
  };
}

/** Returns the server's clock, ms since 1970. */
const timeScript = defineNamedScript({
  name: 'server-time',
  kind: 'read',
  whileHalted: 'allowed',
  keys: [],
  arguments: [],
  lua: `
local time = redis.call('TIME')
return string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
`,
});

/** Reads the server's clock. */
async function serverTime(scripts: ScriptRunner): Promise<number> {
  return Number(await scripts.read(timeScript.script, timeScript.call({}, {})));
}

/** Jobs kept in memory by default: some 50 MB. */
const defaultJobsInMemory = 20_000;

/** Options of a shared store: an address, and differences from `defaultRedisSettings`. */
export type RedisStorageOptions = OpenOptions & {
  readonly log?: Logger;
  /** Maximum number of jobs kept in memory, so that an unchanged one is neither sent nor parsed again. */
  readonly jobsInMemory?: number;
};

/**
 * Opens the shared store: many processes may have it open, and every one can read and advance every job.
 *
 * @throws StorageUnavailable with a sentence for the operator: the server cannot be reached, is not durable, may evict…
 */
export async function createRedisStorage(options: RedisStorageOptions): Promise<StorageBundle> {
  const { log, jobsInMemory = defaultJobsInMemory, ...settings } = options;
  const store = await openStore(settings);
  const { scripts, subscriber } = store;
  const keys = new JobKeys(store.keys);
  const cache = new JobCache(jobsInMemory);
  const heard = new HeardCommits();
  store.watch.onNewHistory(() => {
    cache.clear();
    heard.clear();
  });
  const stored = new StoredJobs({
    scripts,
    keys,
    cache,
    unreadable: new UnreadableJobs(Date.now, log),
  });
  const access: JobAccess = { scripts, keys, stored, heard };
  const events = new RedisJobEvents({ access, subscriber, log });
  try {
    await events.begin(store.settings.settleWithinMs, store.scriptsWhileHalted);
  } catch (error) {
    events.close();
    await store.close();
    throw error;
  }
  store.onSweep(() => packSignatures(access));
  return toBundle(store, { access, events, log });
}

function toBundle(
  store: OpenStore,
  parts: {
    readonly access: JobAccess;
    readonly events: RedisJobEvents;
    readonly log: Logger | undefined;
  },
): StorageBundle {
  const { access, events, log } = parts;
  return {
    manifest: Object.freeze({ name: 'redis', processes: 'many', durable: true }),
    jobs: createJobStore(access),
    reader: createJobReader(access),
    events,
    accounts: createAccountPool(access),
    apiUsers: createApiUsers(store),
    adminAccess: createAdminAccess(store),
    assets: createAssetIndex(store),
    values: createKeyValueStore(store),
    requestLogs: createRequestLogs(store, log),
    operationSamples: createOperationSamples(store),
    dataLoss: createDataLossDetection(store, jobsWhileHalted(store, access), log),
    serverTime: () => serverTime(store.scripts),
    ping: () => store.ping(),
    close: async () => {
      events.close();
      await store.close();
    },
  };
}

/** Jobs for an acknowledgement; none of them is kept in memory. */
function jobsWhileHalted(
  { scriptsWhileHalted: scripts }: OpenStore,
  { keys, heard, stored: all }: JobAccess,
) {
  const { unreadable } = all;
  const stored = new StoredJobs({ scripts, keys, cache: new JobCache(1), unreadable });
  const access = { scripts, keys, stored, heard };
  return { jobs: createJobStore(access), reader: createJobReader(access) };
}
