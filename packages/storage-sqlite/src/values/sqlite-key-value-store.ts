import type { KeyValueStore } from '@filmgate/core';
import { excluded, PreparedInsert, type SqliteDatabase } from '../database/sqlite-database.ts';
import type { Tables } from '../schema/tables.ts';
import type { StoreAccess } from '../store/store-access.ts';
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

/** Small named texts in SQLite, read from memory. */
export function createKeyValueStore(access: StoreAccess): KeyValueStore {
  return {
    get: (name) => access.read(({ values }) => values.get(name)),
    putIfAbsent: (name, value) =>
      access.write(({ values }, batch) => {
        const known = values.get(name);
        if (known !== undefined) return known;
        values.set(batch, name, value);
        return value;
      }),
    put: (name, value) => access.write(({ values }, batch) => values.set(batch, name, value)),
    putAll: (entries) =>
      access.write(({ values }, batch) => {
        for (const [name, value] of entries) values.set(batch, name, value);
      }),
    putAllIf: ({ values: entries, expected, ...audited }) =>
      access.writeAudited(
        audited,
        ({ values }, batch) => {
          if (values.get(expected.name) !== expected.value) return false;
          for (const [name, value] of entries) values.set(batch, name, value);
          return true;
        },
        (isPut) => isPut,
      ),
  };
}
