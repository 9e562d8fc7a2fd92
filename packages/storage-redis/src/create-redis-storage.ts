import { type Logger, type StorageBundle, UnreadableJobs } from '@filmgate/core';
import { createAccountPool } from './accounts/redis-account-pool.ts';
import { createAdminAccess } from './admin/redis-admin-access.ts';
import { createDataLossDetection } from './amnesia/redis-store-memory.ts';
import { createAssetIndex } from './assets/redis-asset-index.ts';
import { openStore, type OpenOptions, type OpenStore } from './connection/open-store.ts';
import { HeardCommits } from './events/heard-commits.ts';
import { RedisJobEvents } from './events/redis-job-events.ts';
import { createHandleClaiming } from './jobs/claim-handles.ts';
import type { JobAccess } from './jobs/job-access.ts';
import { JobCache } from './jobs/job-cache.ts';
import { createJobStore } from './jobs/redis-job-store.ts';
import { StoredJobs } from './jobs/stored-jobs.ts';
import { JobKeys } from './keys/job-keys.ts';
import { createJobReader } from './lists/redis-job-reader.ts';
import { createOperationSamples } from './operation-samples/redis-operation-samples.ts';
import { createRequestLogs } from './request-logs/redis-request-logs.ts';
import { serverTime } from './script/server-time.ts';
import { packSignatures } from './search/pack-signatures.ts';
import { createApiUsers } from './users/redis-api-users.ts';
import { createKeyValueStore } from './values/redis-key-value-store.ts';

/** Jobs kept in memory unless it is said otherwise: some 50 MB. */
const defaultJobsInMemory = 20_000;

/** How a shared store is opened: an address, and whatever differs from `defaultRedisSettings`. */
export type RedisStorageOptions = OpenOptions & {
  readonly log?: Logger;
  /** Jobs kept in memory at most, so that an unchanged one is neither sent nor read again. */
  readonly jobsInMemory?: number;
};

/**
 * Opens the shared store: many processes may have it open, and a job is any one's to read and to advance.
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
  store.onSweep(createHandleClaiming(access));
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
    memory: createDataLossDetection(store, jobsWhileHalted(store, access)),
    serverTime: () => serverTime(store.scripts),
    ping: () => store.ping(),
    close: async () => {
      events.close();
      await store.close();
    },
  };
}

/** Jobs as an acknowledgement needs them; nothing of them is kept in memory. */
function jobsWhileHalted(
  { scriptsWhileHalted: scripts }: OpenStore,
  { keys, heard, stored: all }: JobAccess,
) {
  const { unreadable } = all;
  const stored = new StoredJobs({ scripts, keys, cache: new JobCache(1), unreadable });
  const access = { scripts, keys, stored, heard };
  return { jobs: createJobStore(access), reader: createJobReader(access) };
}
