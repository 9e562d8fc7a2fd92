import type { Logger, StorageBundle } from '@filmgate/core';
import { openBundle } from './create-sqlite-storage.ts';
import {
  memoryFile,
  openConnection,
  openImage,
  requireNodeApi,
} from './database/open-connection.ts';
import { SqliteDatabase } from './database/sqlite-database.ts';
import type { StoreThresholds } from './store/store-thresholds.ts';
import type { BaselineFile } from './data-loss/baseline-file.ts';
import type { LocatedFile } from './data-loss/located-file.ts';
import type { Timing } from './write/timing.ts';

export interface SqliteInMemoryOptions {
  /** Bytes of an `image()` of this very release to continue from; absent = an empty database. */
  readonly image?: Uint8Array;
  readonly log?: Logger;
  /** Maximum number of finished jobs kept in memory. */
  readonly finishedInMemory?: number;
  readonly timing: Timing;
  /** Baseline beside the database, which detects an older image in its place; absent = none is detected. */
  readonly baseline?: BaselineFile;
  /** Simulated location of the database; absent = none. */
  readonly located?: LocatedFile;
  /** Clock for the instant of a loss, in ms since 1970. */
  readonly now?: () => number;
  /** Creates a unique id for a history of the store. */
  readonly newHistoryId?: () => string;
  /** Differences from the thresholds of a store on disk. */
  readonly thresholds?: Partial<StoreThresholds>;
}

/** The embedded store without a file and without threads. Its request log is not part of its image. */
export interface SqliteInMemory {
  readonly storage: StorageBundle;
  /** The bytes of the database as of its last commit, also after `storage.close`. */
  image(): Uint8Array;
  /** Ends the store as a kill would: nothing is written, returned or waited for any more. */
  abandon(): void;
}

/** Opens the embedded store in memory, where everything runs by the given timing. */
export async function openSqliteInMemory(options: SqliteInMemoryOptions): Promise<SqliteInMemory> {
  const { image, timing, thresholds, baseline, located, ...rest } = options;
  const { now = Date.now, newHistoryId, ...others } = rest;
  requireNodeApi(process.versions['napi']);
  const connection = image === undefined ? openConnection(memoryFile) : openImage(image);
  const database = new KeptDatabase(connection);
  const life = { isOver: false };
  const living = unlessOver(timing, life);
  const storage = await openBundle({
    options: others,
    ownership: undefined,
    database,
    isMigrated: image !== undefined,
    past: {
      file: baseline,
      ...(located !== undefined && { located }),
      now,
      timing: living,
      ...(newHistoryId !== undefined && { newHistoryId }),
    },
    timing: living,
    ...(thresholds !== undefined && { thresholds }),
  });
  return {
    storage,
    image: () => database.image(),
    abandon() {
      life.isOver = true;
      database.close();
    },
  };
}

/** A database whose bytes can be read, even after it is closed. */
class KeptDatabase extends SqliteDatabase {
  #last: Uint8Array | undefined;

  image(): Uint8Array {
    return this.#last ?? this.connection.serialize();
  }

  override close(): void {
    this.#last ??= this.connection.serialize();
    super.close();
  }
}

function unlessOver(timing: Timing, life: { readonly isOver: boolean }): Timing {
  const living = (task: () => void) => () => {
    if (!life.isOver) task();
  };
  return {
    defer: (task) => timing.defer(living(task)),
    after: (ms, task) => timing.after(ms, living(task)),
    elapsed: timing.elapsed,
  };
}
