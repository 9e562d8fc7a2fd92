import type Database from 'better-sqlite3';
import type { Compilable, Kysely } from 'kysely';
import type { CallConditions } from './call-conditions.ts';
import type { RequestLogTables } from './request-log-tables.ts';

/** Rows looked through at a time, some 5 ms; in between the thread may write. */
const rowsPerStep = 10_000;

/** The connection of the thread, and the words for it. */
export interface LogDatabase {
  readonly connection: Database.Database;
  readonly kysely: Kysely<RequestLogTables>;
}

/** The lowest position of a step that begins below the given one; 0 where it may go to the end. */
export function stepEnd(
  database: LogDatabase,
  driving: CallConditions['driving'],
  below: number,
): number {
  let last = database.kysely
    .selectFrom('call')
    .select('position')
    .where('position', '<', below)
    .orderBy('position', 'desc')
    .limit(1)
    .offset(rowsPerStep - 1);
  if (driving !== undefined) last = last.where(driving);
  return run(database, last)[0]?.position ?? 0;
}

/** The rows a query finds. */
export function run<Row>({ connection }: LogDatabase, query: Compilable<Row>): readonly Row[] {
  const { sql: text, parameters } = query.compile();
  return connection.prepare<unknown[], Row>(text).all([...parameters]);
}
