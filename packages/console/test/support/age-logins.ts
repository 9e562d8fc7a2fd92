import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Makes every login of a gateway that is stopped older, in ms: what needs a fresh one asks for it then. */
export function ageLogins(dataDirectory: string, ms: number): void {
  const database = new DatabaseSync(join(dataDirectory, 'filmgate.db'));
  database.prepare('update admin_session set created_at = created_at - ?').run(ms);
  database.close();
}
