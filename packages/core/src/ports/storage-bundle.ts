import type { Job } from '../job/job.ts';
import type { OperationSample, OperationSummary } from '../metrics/operation-sample.ts';
import type { AccountPool } from './account-pool.ts';
import type { AdminAccess, Audited } from './admin-access.ts';
import type { ApiUsers } from './api-users.ts';
import type { AssetIndex } from './asset-index.ts';
import type { JobEvents } from './job-events.ts';
import type { JobReader } from './job-reader.ts';
import type { JobStore } from './job-store.ts';
import type { RequestLogs } from './request-logs.ts';
import type { DataLossDetection } from './data-loss-detection.ts';

/** Query for samples: a period, and the length of a step. */
export interface OperationSamplesQuery {
  /** Minutes that began at or after this instant, ms since 1970. */
  readonly from: number;
  /** Minutes that began before this instant. */
  readonly until: number;
  /** Length of a step, in ms: a multiple of 60,000. */
  readonly stepMs: number;
}

/** Figures over time, a sample per node and minute, for all nodes; no promise about jobs and money rests on them. */
export interface OperationSamples {
  /**
   * Keeps a sample and replaces an earlier one of the same node and minute. Read-your-writes: every `list` that starts
   * after it resolved sees it. A power loss may lose it, a kill does not.
   */
  record(sample: OperationSample): Promise<void>;
  /** Returns `summariseSamples` of the samples; may join pieces (`joinSummaries`), so as not to delay real work. */
  list(query: OperationSamplesQuery): Promise<readonly OperationSummary[]>;
  /** Removes at most `limit` samples of minutes before the instant, oldest first; returns how many. Safe to repeat. */
  removeBefore(input: { readonly before: number; readonly limit: number }): Promise<number>;
}

/**
 * Reads that a store completes within the call, for callers that have thousands of them a second. Each returns exactly
 * what the method of the same name would at that moment [store.reads-at-once].
 *
 * @throws StorageUnavailable where that method would reject
 */
export interface ReadsAtOnce {
  /** Like `JobReader.find`. */
  find(id: string): Job | undefined;
  /** Returns the result that `authenticate` would; counts and records nothing. */
  wouldAuthenticate(
    input: Omit<Parameters<ApiUsers['authenticate']>[0], 'counted'>,
  ): Awaited<ReturnType<ApiUsers['authenticate']>>;
  /** Like `ApiUsers.authenticate`. */
  authenticate(
    input: Parameters<ApiUsers['authenticate']>[0],
  ): Awaited<ReturnType<ApiUsers['authenticate']>>;
  /** Like `ApiUsers.linkEpoch`. */
  linkEpoch(owner: string): number | null;
}

/** Facts a store declares about itself; the conformance kit accepts no other reason to treat stores differently. */
export interface StorageManifest {
  /** Name for messages: `sqlite`, `redis`, `memory`. */
  readonly name: string;
  /** `many` if several processes may open the same data; with `one`, a second process must be refused. */
  readonly processes: 'one' | 'many';
  /** True if data survives closing and opening again. */
  readonly durable: boolean;
}

/**
 * All ports of a storage adapter. Programs do not mix bundles: changes that must be atomic together are one method of
 * one bundle, done natively.
 */
export interface StorageBundle {
  readonly manifest: StorageManifest;
  readonly jobs: JobStore;
  readonly reader: JobReader;
  readonly events: JobEvents;
  readonly accounts: AccountPool;
  readonly apiUsers: ApiUsers;
  readonly adminAccess: AdminAccess;
  readonly assets: AssetIndex;
  /** Small key-value entries that outlive a restart (sealed canary, generated settings). */
  readonly values: KeyValueStore;
  readonly requestLogs: RequestLogs;
  /** Only in stores that can lose changes they acknowledged. */
  readonly dataLoss?: DataLossDetection;
  readonly operationSamples: OperationSamples;
  /** Only of stores that hold the most-read data in memory. */
  readonly atOnce?: ReadsAtOnce;
  /** The time by the store's own server, ms since 1970; only in stores on a server, whose clock nodes share. */
  serverTime?(): Promise<number>;
  /**
   * Returns the number of ended jobs that a search reads one by one, at most, because the search index does not have
   * them yet; only in stores that fill the index afterwards. For operators: searches are slow while the number is
   * large, as after an upgrade.
   */
  notIndexed?(): Promise<number>;
  /** Resolves when the store responds; throws `StorageUnavailable` otherwise. For readiness. */
  ping(): Promise<void>;
  /** Waits for writes under way, then releases everything. Later calls throw `StorageUnavailable`. Safe to repeat. */
  close(): Promise<void>;
}

/** Small named texts. */
export interface KeyValueStore {
  get(name: string): Promise<string | undefined>;
  /** Stores the value only if the name has none yet; returns the one in force. Race: all callers see one value. */
  putIfAbsent(name: string, value: string): Promise<string>;
  put(name: string, value: string): Promise<void>;
  /** Puts every value or none, in any event: no reader and no restart sees some of them. */
  putAll(values: ReadonlyMap<string, string>): Promise<void>;
  /**
   * Like `putAll`, but only while `expected.name` still has `expected.value` (undefined: no value); returns true if it
   * put. Race: of callers that expect the same value and replace it, one succeeds. After a fault of unknown effect,
   * read before trying again: a repeat finds its own value and puts nothing.
   */
  putAllIf(
    input: Audited & {
      readonly values: ReadonlyMap<string, string>;
      readonly expected: { readonly name: string; readonly value: string | undefined };
    },
  ): Promise<boolean>;
}
