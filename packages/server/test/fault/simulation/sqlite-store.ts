import type { StorageBundle } from '@filmgate/core';
import {
  openSqliteInMemory,
  type SqliteInMemory,
  type SqliteInMemoryOptions,
  type StoreThresholds,
  type Timing,
  type BaselineFile,
} from '@filmgate/storage-sqlite';

/** Low enough that keys are indexed and jobs listed within some fifty jobs. */
export const lowThresholds: StoreThresholds = {
  keysIndexedFrom: 8,
  keysIndexedBy: 16,
  jobsListedFrom: 4,
  jobsListedBy: 8,
};

/** Few enough that finished jobs are read back from the database. */
const finishedInMemory = 4;

export interface SqliteStoreOptions {
  /** Timing of the store: tasks of the simulation's scheduler. */
  readonly timing: Timing;
  /** Initial bytes of every history, made once by `emptySqliteImage`; absent = made at the first opening. */
  readonly empty?: Uint8Array;
  readonly thresholds?: Partial<StoreThresholds>;
  /**
   * True if the database has a baseline, so that the store detects an older copy in its place; absent = no baseline.
   */
  readonly hasBaseline?: boolean;
  readonly log?: SqliteInMemoryOptions['log'];
}

/** Bytes of a database as of one of its commits. */
export interface SqliteSnapshot {
  readonly bytes: Uint8Array;
}

/**
 * The real embedded store as a part of a simulated world. One opening is active at a time, as one process owns the
 * file: opening again kills the one before, whose tasks then do nothing and whose calls never return.
 */
export interface SqliteStore {
  /** Opens the present content: an empty store, or the state of the last commit. */
  open(): Promise<StorageBundle>;
  /** Present content of the disk: every commit so far, and nothing else. Call it between two tasks. */
  snapshot(): SqliteSnapshot;
  /** Kills the process and opens the store as of an earlier commit, like a restored copy. */
  reopenFrom(snapshot: SqliteSnapshot): Promise<StorageBundle>;
}

/** An image whose schema is up to date, so that histories need not migrate. */
export async function emptySqliteImage(): Promise<Uint8Array> {
  const never: Timing = { defer: () => undefined, after: () => () => undefined, elapsed: () => 0 };
  const store = await openSqliteInMemory({ timing: never });
  store.abandon();
  return store.image();
}

export function createSqliteStore(options: SqliteStoreOptions): SqliteStore {
  const { timing, thresholds = lowThresholds, log } = options;
  let current: SqliteInMemory | undefined;
  let disk = options.empty;
  const baseline = options.hasBaseline === true ? simulatedBaseline() : undefined;
  let histories = 0;
  const openFrom = async (image: Uint8Array | undefined): Promise<StorageBundle> => {
    current?.abandon();
    current = undefined;
    disk = image;
    current = await openSqliteInMemory({
      ...(image !== undefined && { image }),
      ...(log !== undefined && { log }),
      ...(baseline !== undefined && { baseline }),
      now: timing.elapsed,
      newHistoryId: () => {
        histories += 1;
        return `history ${histories}`;
      },
      finishedInMemory,
      timing,
      thresholds,
    });
    return current.storage;
  };
  const bytes = (): Uint8Array | undefined => current?.image() ?? disk;
  return {
    open: () => openFrom(bytes()),
    snapshot() {
      const now = bytes();
      if (now === undefined) throw new Error('The store was never opened.');
      return { bytes: now };
    },
    reopenFrom: (snapshot) => openFrom(snapshot.bytes),
  };
}

/** A baseline on a separate disk, which no copy of the database sets back. */
function simulatedBaseline(): BaselineFile {
  let seen: Awaited<ReturnType<BaselineFile['read']>> = null;
  return {
    path: 'the simulated baseline',
    read: async () => seen,
    write: async (past) => {
      seen = past;
    },
    remove: async () => {
      seen = null;
    },
  };
}
