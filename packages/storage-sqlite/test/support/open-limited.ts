import { openConnection } from '../../src/database/open-connection.ts';
import { ownFile } from '../../src/database/own-file.ts';
import { SqliteDatabase } from '../../src/database/sqlite-database.ts';
import { createJobReader } from '../../src/jobs/sqlite-job-reader.ts';
import { createJobStore } from '../../src/jobs/sqlite-job-store.ts';
import { migrate } from '../../src/schema/migrate.ts';
import { loadState } from '../../src/store/load-state.ts';
import { RunningStore } from '../../src/store/running-store.ts';
import { openPast } from '../../src/data-loss/rollback-detector.ts';

/** A store in a file that may not grow beyond a number of pages, as on a full disk. */
export async function openLimited(path: string) {
  const ownership = ownFile(path);
  const database = new SqliteDatabase(openConnection(ownership.file));
  await migrate(database.kysely);
  // Without the free pages left by earlier forms of the schema, so that the limit is effective.
  database.connection.exec('vacuum');
  const state = loadState({ database, finishedInMemory: 100 });
  const past = await openPast({ database, log: undefined });
  const store = new RunningStore({ state, past, ownership, log: undefined });
  const pages = () => Number(database.connection.pragma('page_count', { simple: true }));
  return {
    state,
    jobs: createJobStore(store.access, store.events),
    reader: createJobReader(store.access),
    pages,
    /** Allows this many pages more than the file has now. */
    allow: (more: number) => void database.connection.pragma(`max_page_count = ${pages() + more}`),
    close: () => store.close(),
  };
}
