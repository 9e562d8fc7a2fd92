import type { SqliteDatabase } from '../database/sqlite-database.ts';
import type { StoreNumbers } from './store-state.ts';

/** Claims of one job that one opening of the store may hand out. */
const epochsPerIncarnation = 2 ** 26;

/**
 * Begins a new incarnation: leases live in memory, and no epoch of an earlier process must be good for anything.
 * Durable before it returns.
 */
export function beginIncarnation(database: SqliteDatabase): StoreNumbers {
  const { kysely } = database;
  const incarnations = database.prepare(
    kysely
      .updateTable('store')
      .set((eb) => ({ incarnation: eb('incarnation', '+', eb.val(1)) }))
      .returning('incarnation'),
  );
  // `get` would stop at the row, before the commit, and never hear of one that failed.
  const openings = incarnations.all(1)[0]?.incarnation ?? 1;
  return numbersOf(database, openings);
}

/** As `beginIncarnation` without beginning one: for those who only read, and hand out no claim. */
export function readIncarnation(database: SqliteDatabase): StoreNumbers {
  return numbersOf(database, countOpenings(database));
}

/** How often the store was opened by those who may change it. */
export function countOpenings(database: SqliteDatabase): number {
  const row = database.all(database.kysely.selectFrom('store').select('incarnation'))[0];
  return row?.incarnation ?? 0;
}

function numbersOf(database: SqliteDatabase, openings: number): StoreNumbers {
  const { kysely } = database;
  const newest = kysely.selectFrom('job').select((eb) => eb.fn.max('position').as('position'));
  const store = kysely.selectFrom('store').select('removed_to');
  let position = Math.max(
    database.all(newest)[0]?.position ?? 0,
    database.all(store)[0]?.removed_to ?? 0,
  );
  return {
    nextPosition: () => {
      position += 1;
      return position;
    },
    epochBase: (openings - 1) * epochsPerIncarnation,
  };
}
