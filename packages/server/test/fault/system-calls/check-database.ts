import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Returns the defects that SQLite finds in the database of a data directory that no process has open; empty when there
 * are none.
 */
export function checkDatabase(dataDirectory: string): readonly unknown[] {
  const database = new DatabaseSync(join(dataDirectory, 'filmgate.db'));
  try {
    const rows = database.prepare('pragma integrity_check').all();
    const unlinked = database.prepare('pragma foreign_key_check').all();
    return [...rows.filter((row) => row['integrity_check'] !== 'ok'), ...unlinked];
  } finally {
    database.close();
  }
}
