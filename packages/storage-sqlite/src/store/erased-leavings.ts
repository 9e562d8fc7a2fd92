import type { PreparedQuery } from '../database/prepared-query.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';

/**
 * What erasing leaves behind in a file: SQLite writes over what it removes (`secure_delete`), but copies from earlier
 * changes may lie in pages it no longer uses, and terms of a removed prompt in the search index until its pieces are merged.
 * The next opening of the file rewrites it without any of it.
 */
export class ErasedLeavings {
  readonly #note: PreparedQuery<unknown>;

  constructor(database: SqliteDatabase) {
    this.#note = database.prepare(database.kysely.updateTable('store').set({ leavings: 0 }));
  }

  note(): void {
    this.#note.run(1);
  }
}

/** Rewrites the file if something was erased since the last time. To be called before anything is read; takes as long as copying the file. */
export function removeLeavings({ connection }: SqliteDatabase): boolean {
  const wanted = connection.prepare<[], number>('select leavings from store').pluck().get();
  if (wanted !== 1) return false;
  connection.exec(`insert into job_search (job_search) values ('optimize')`);
  connection.exec('vacuum');
  connection.exec('update store set leavings = 0');
  connection.pragma('wal_checkpoint(TRUNCATE)');
  return true;
}
