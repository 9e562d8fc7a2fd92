import type { OperationSample, OperationSummary } from '../operation/operation-sample.ts';
import type { AccountPool } from './account-pool.ts';
import type { AdminAccess, Audited } from './admin-access.ts';
import type { ApiUsers } from './api-users.ts';
import type { AssetIndex } from './asset-index.ts';
import type { JobEvents } from './job-events.ts';
import type { JobReader } from './job-reader.ts';
import type { JobStore } from './job-store.ts';
import type { RequestLogs } from './request-logs.ts';
import type { DataLossDetection } from './data-loss-detection.ts';

/** Which samples, and how finely. */
export interface OperationSamplesQuery {
  /** Minutes that began at or after this instant, ms since 1970. */
  readonly from: number;
  /** Minutes that began before this instant. */
  readonly until: number;
  /** Length of a step, in ms: a multiple of 60,000. */
  readonly stepMs: number;
}

/**
 * Figures of the gateway over time, a sample for each node and minute. They serve those who look back: what is promised
 * about jobs and money never rests on them. Where the store spans nodes, everybody sees the samples of all.
 */
export interface OperationSamples {
  /**
   * Keeps a sample, in place of an earlier one of the same node and minute. Read-your-writes: seen by every `list` that
   * starts after it resolved. May be lost by power loss, not by a kill.
   */
  record(sample: OperationSample): Promise<void>;
  /**
   * What `summariseSamples` makes of the samples in question, for each step that has any, earliest first. An adapter may
   * read in pieces and join them with `joinSummaries`; a list must not hold up those who do real work.
   */
  list(query: OperationSamplesQuery): Promise<readonly OperationSummary[]>;
  /** Removes samples of minutes that began before the instant, the oldest first, at most `limit`; returns how many. Safe to repeat. */
  removeBefore(input: { readonly before: number; readonly limit: number }): Promise<number>;
}

/** What a storage adapter declares about itself; the conformance kit accepts no other reason to treat stores differently. */
export interface StorageManifest {
  /** Name for messages: `sqlite`, `redis`, `memory`. */
  readonly name: string;
  /** Whether several processes may open the same data; where not, a second one must be refused. */
  readonly processes: 'one' | 'many';
  /** Whether data survives closing and opening again. */
  readonly durable: boolean;
}

/**
 * Everything a storage adapter delivers. Bundles are not mixed: what must be atomic together is one method of one
 * bundle, done natively.
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
  /** Only of stores that can forget what they answered. */
  readonly dataLoss?: DataLossDetection;
  readonly operationSamples: OperationSamples;
  /** What the store's own server says the time is, ms since 1970; only of stores on a server, whose clock nodes share. */
  serverTime?(): Promise<number>;
  /**
   * How many ended jobs at most a search looks at one by one, since the search index does not have them yet; only of stores
   * whose index is filled behind. For operators: searches are slow while it is large, as after an upgrade.
   */
  notIndexed?(): Promise<number>;
  /** Resolves when the store answers; throws `StorageUnavailable` otherwise. For readiness. */
  ping(): Promise<void>;
  /** Waits for writes under way, then lets go of everything. Later calls throw `StorageUnavailable`. Safe to repeat. */
  close(): Promise<void>;
}

/** Small named texts. */
export interface KeyValueStore {
  get(name: string): Promise<string | undefined>;
  /** Stores the value only when there is none; returns the one in force. Race: all callers see one value. */
  putIfAbsent(name: string, value: string): Promise<string>;
  put(name: string, value: string): Promise<void>;
  /** Puts every value or none, whatever happens meanwhile: no reader and no restart sees some of them. */
  putAll(values: ReadonlyMap<string, string>): Promise<void>;
  /**
   * As `putAll`, but only while `expected.name` still holds `expected.value` (undefined: there is none); says whether it
   * did. Race: of callers that expect the same value and put another in its place, one does. After a fault of unknown
   * effect, read before asking again: a repeat finds its own value and puts nothing.
   */
  putAllIf(
    input: Audited & {
      readonly values: ReadonlyMap<string, string>;
      readonly expected: { readonly name: string; readonly value: string | undefined };
    },
  ): Promise<boolean>;
}
