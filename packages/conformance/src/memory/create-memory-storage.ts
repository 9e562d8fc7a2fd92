import { JobListeners, type StorageBundle, type StorageManifest } from '@filmgate/core';
import { createMemoryAccountPool } from './memory-account-pool.ts';
import { createMemoryAdminAccess } from './memory-admin-access.ts';
import { createMemoryApiUsers } from './memory-api-users.ts';
import { createMemoryAssetIndex } from './memory-asset-index.ts';
import { createMemoryJobReader } from './memory-job-reader.ts';
import { createMemoryJobStore } from './memory-job-store.ts';
import { createMemoryKeyValueStore } from './memory-key-value-store.ts';
import { createMemoryOperationSamples } from './memory-operation-samples.ts';
import { createMemoryRequestLogs } from './memory-request-logs.ts';
import { createMemoryState, createOpenState, type MemoryState } from './memory-state.ts';

/** Manifest of the memory store. */
export const memoryManifest: StorageManifest = Object.freeze({
  name: 'memory',
  processes: 'one',
  durable: false,
});

/**
 * A complete storage bundle in memory: the reference the kit compares other stores with, and enough to run the core
 * without a database. Plain and slow by intention (it scans); all data is gone after `close`.
 */
export function createMemoryStorage(): StorageBundle {
  return openMemoryBundle(createMemoryState(), memoryManifest);
}

/** One connection to the given data; several connections may share it. */
export function openMemoryBundle(state: MemoryState, manifest: StorageManifest): StorageBundle {
  const { open, shut } = createOpenState(state);
  const events = new JobListeners(undefined);
  state.events.add(events);
  const { requestLogs, endOpenRequests } = createMemoryRequestLogs(open);
  return {
    manifest,
    jobs: createMemoryJobStore(open),
    reader: createMemoryJobReader(open),
    events,
    accounts: createMemoryAccountPool(open),
    apiUsers: createMemoryApiUsers(open),
    adminAccess: createMemoryAdminAccess(open),
    assets: createMemoryAssetIndex(open),
    values: createMemoryKeyValueStore(open),
    requestLogs,
    operationSamples: createMemoryOperationSamples(open),
    ping: async () => void open(),
    close: async () => {
      endOpenRequests(state);
      shut();
      events.silence();
      state.events.delete(events);
    },
  };
}
