import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { migrate } from '../schema/migrate.ts';
import { BatchLog } from '../write/batch-log.ts';
import { CreationBlocks } from './creation-blocks.ts';

async function emptyDatabase(): Promise<SqliteDatabase> {
  const database = new SqliteDatabase(new Database(':memory:'));
  await migrate(database.kysely);
  return database;
}

it('leaves out no job of a time span, whatever the clock did', async () => {
  const database = await emptyDatabase();
  const instants = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 200 });
  const bound = fc.option(fc.integer({ min: 0, max: 100 }));
  fc.assert(
    fc.property(instants, bound, bound, (times, from, until) => {
      const blocks = new CreationBlocks(database);
      const log = new BatchLog();
      // Far apart, so that many blocks are made.
      for (const [index, at] of times.entries()) blocks.note(log, index * 300, at);
      const { first, end } = blocks.span(from, until);
      for (const [index, at] of times.entries()) {
        const isInside = (from === null || at >= from) && (until === null || at < until);
        if (isInside) expect(first <= index * 300 && index * 300 < end).toBe(true);
      }
    }),
  );
});

it('leaves out what is far from the span', async () => {
  const blocks = new CreationBlocks(await emptyDatabase());
  const log = new BatchLog();
  for (let position = 0; position < 10_240; position += 1)
    blocks.note(log, position, position * 10);
  expect(blocks.span(50_000, 50_010)).toEqual({ first: 4096, end: 5120 });
  expect(blocks.span(null, 5)).toEqual({ first: 0, end: 1024 });
  expect(blocks.span(200_000, null)).toEqual({ first: 0, end: 0 });
  expect(blocks.span(null, null).end).toBeGreaterThan(10_240);
});

it('remembers what was saved', async () => {
  const database = await emptyDatabase();
  const blocks = new CreationBlocks(database);
  const log = new BatchLog();
  for (const [position, at] of [
    [1, 50],
    [2, 40],
    [3, 60],
  ] as const)
    blocks.note(log, position, at);
  blocks.entries.save();
  expect(new CreationBlocks(database).span(60, null)).toEqual({ first: 0, end: 1024 });
  expect(new CreationBlocks(database).span(61, null)).toEqual({ first: 0, end: 0 });
  log.revert();
  expect(blocks.span(null, 100)).toEqual({ first: 0, end: 0 });
});
