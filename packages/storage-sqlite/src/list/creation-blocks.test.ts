import { createJobFactory } from '@filmgate/conformance';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accept, bareState } from '../../test/support/bare-state.ts';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { migrate } from '../schema/migrate.ts';
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
      // Far apart, so that many blocks are created.
      for (const [index, at] of times.entries()) blocks.note(index * 100, at);
      const { first, end } = blocks.span(from, until);
      for (const [index, at] of times.entries()) {
        const isInside = (from === null || at >= from) && (until === null || at < until);
        if (isInside) expect(first <= index * 100 && index * 100 < end).toBe(true);
      }
    }),
  );
});

it('leaves out what is far from the span', async () => {
  const blocks = new CreationBlocks(await emptyDatabase());
  for (let position = 0; position < 10_240; position += 1) blocks.note(position, position * 10);
  expect(blocks.span(50_000, 50_010)).toEqual({ first: 4864, end: 5120 });
  expect(blocks.span(null, 5)).toEqual({ first: 0, end: 256 });
  expect(blocks.span(200_000, null)).toEqual({ first: 0, end: 0 });
  expect(blocks.span(null, null).end).toBeGreaterThan(10_240);
});

it('knows the same after a restart, of blocks that were stored and of the last ones, which were not', async () => {
  const state = await bareState();
  const make = createJobFactory();
  for (let index = 0; index < 700; index += 1) {
    accept(state, make.newJob({ now: 1_000 + index }));
    if (index >= 500) continue;
    // As after each transaction; a block that is not full must not be treated as a stored one.
    state.creation.flush();
    state.creation.flushed();
    const { first, end } = new CreationBlocks(state.database).span(1_000 + index, null);
    expect(first <= index + 1 && index + 1 < end).toBe(true);
  }
  expect(state.creation.isDirty()).toBe(true);
  const { database } = state;
  const spans = (blocks: CreationBlocks) =>
    [1_000, 1_200, 1_300, 1_600, 1_800].map((from) => blocks.span(from, from + 10));
  const before = spans(state.creation);
  expect(spans(new CreationBlocks(database))).toEqual(before);
  state.creation.flush();
  state.creation.flushed();
  expect(state.creation.isDirty()).toBe(false);
  database.connection.exec('update creation_block set earliest = 0 where block = 0');
  expect(new CreationBlocks(database).span(5, 6)).toEqual({ first: 0, end: 256 });
  expect(spans(new CreationBlocks(database)).slice(1)).toEqual(before.slice(1));
});
