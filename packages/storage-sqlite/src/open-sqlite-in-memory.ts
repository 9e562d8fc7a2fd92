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
import type { PlacedFile } from './data-loss/placed-file.ts';
import type { Timing } from './write/timing.ts';

export interface SqliteInMemoryOptions {
  /** Bytes an `image()` of this very release gave, to go on from; absent = an empty database. */
  readonly image?: Uint8Array;
  readonly log?: Logger;
  /** Finished jobs kept in memory at most. */
  readonly finishedInMemory?: number;
  readonly timing: Timing;
  /** The baseline beside the database, which knows when an older image takes its place; absent = none does. */
  readonly baseline?: BaselineFile;
  /** Where the database passes for lying; absent = nowhere. */
  readonly placed?: PlacedFile;
  /** Instant of a loss, in ms since 1970. */
  readonly now?: () => number;
  /** Names a history of the store as no other is named. */
  readonly newHistoryId?: () => string;
  /** What differs from the thresholds of a store on disk. */
  readonly thresholds?: Partial<StoreThresholds>;
}

/** The embedded store without a file and without threads. Its request log is not part of its image. */
export interface SqliteInMemory {
  readonly storage: StorageBundle;
  /** The bytes of the database as of its last commit, also after `storage.close`. */
  image(): Uint8Array;
  /** Ends it as a kill would: nothing is written, answered or waited for any more. */
  abandon(): void;
}

/** Opens the embedded store in memory, where nothing happens but by the given timing. */
export async function openSqliteInMemory(options: SqliteInMemoryOptions): Promise<SqliteInMemory> {
  const { image, timing, thresholds, baseline, placed, ...rest } = options;
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
      ...(placed !== undefined && { placed }),
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

/** A database whose bytes can be asked for, also when it is closed. */
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
