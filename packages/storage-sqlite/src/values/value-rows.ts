import { excluded } from '../database/excluded.ts';
import { PreparedInsert } from '../database/prepared-insert.ts';
import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { Tables } from '../schema/tables.ts';
import { WriteBehindMap } from '../write/write-behind-map.ts';

/** All named texts, by name. */
export function readValues(database: SqliteDatabase): WriteBehindMap<string, string> {
  const { kysely, connection } = database;
  const upsert = new PreparedInsert(connection, (row: Tables['named_value']) =>
    kysely
      .insertInto('named_value')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(excluded(row))),
  );
  const remove = database.prepare(kysely.deleteFrom('named_value').where('name', '=', ''));
  const rows = database.all(kysely.selectFrom('named_value').selectAll());
  return new WriteBehindMap(
    rows.map(({ name, value }) => [name, value]),
    {
      save: (name, value) => void upsert.run({ name, value }),
      remove: (name) => void remove.run(name),
    },
  );
}
