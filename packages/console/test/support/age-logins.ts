import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Ages every login of a stopped gateway by `ms`, so that actions that need a recent login ask for it. */
export function ageLogins(dataDirectory: string, ms: number): void {
  const database = new DatabaseSync(join(dataDirectory, 'filmgate.db'));
  database.prepare('update admin_session set created_at = created_at - ?').run(ms);
  database.close();
}
