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
  const openings = incarnations.get(1)?.incarnation ?? 1;
  const newest = kysely.selectFrom('job').select((eb) => eb.fn.max('position').as('position'));
  let position = database.all(newest)[0]?.position ?? 0;
  return {
    nextPosition: () => {
      position += 1;
      return position;
    },
    epochBase: (openings - 1) * epochsPerIncarnation,
  };
}
