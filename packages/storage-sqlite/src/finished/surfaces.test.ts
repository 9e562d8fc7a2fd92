import { expect, it } from 'vitest';
import { openConnection } from '../database/open-connection.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { migrate } from '../schema/migrate.ts';
import { BatchLog } from '../write/write-queue.ts';
import { Surfaces } from './surfaces.ts';

async function openDatabase(): Promise<SqliteDatabase> {
  const database = new SqliteDatabase(openConnection(':memory:'));
  await migrate(database.kysely);
  return database;
}

it('numbers surfaces and final states as they are stored', async () => {
  const surfaces = new Surfaces(await openDatabase());
  expect(
    ['tasks', 'native', 'local', 'workbench'].map((surface) => [
      surfaces.partitionOf(surface, 'completed'),
      surfaces.partitionOf(surface, 'failed'),
    ]),
  ).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
    [6, 7],
  ]);
});

it('[surfaces.open-names] gives a new surface a unique number, and keeps it', async () => {
  const database = await openDatabase();
  const surfaces = new Surfaces(database);
  surfaces.enter(new BatchLog(), 'luma');
  surfaces.enter(new BatchLog(), 'local');
  for (const known of [surfaces, new Surfaces(database)]) {
    expect(known.partitionsOf('luma', ['completed', 'failed'])).toEqual([8, 9]);
    expect(known.partitionsOf('local', ['failed'])).toEqual([5]);
    expect(known.partitionsOf(null, ['completed'])).toEqual([0, 2, 4, 6, 8]);
    expect(known.partitionsOf('lum', ['completed'])).toEqual([]);
  }
});
