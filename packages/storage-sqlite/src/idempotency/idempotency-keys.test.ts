import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createJobFactory } from '@filmgate/conformance';
import { SqliteDatabase } from '../database/sqlite-database.ts';
import { JobRows } from '../jobs/job-rows.ts';
import { LongTexts } from '../jobs/long-texts.ts';
import { migrate } from '../schema/migrate.ts';
import { BatchLog } from '../write/write-queue.ts';
import { IdempotencyKeys } from './idempotency-keys.ts';
import { claimDigests } from './key-digest.ts';

/** Enough keys to be moved into the index. */
const many = 16_384;

const digestOf = (number: number) => claimDigests.ofKey({ scope: 'user:1', key: `key ${number}` });

/** A store of keys, with the rows of the jobs that used them. */
async function scene(jobs: number) {
  const database = new SqliteDatabase(new Database(':memory:'));
  await migrate(database.kysely);
  database.connection.exec(`insert into owner values (1, 'user:1', 0, 0, 0, null, null, 0)`);
  const rows = new JobRows(database, new LongTexts(database));
  const make = createJobFactory();
  const keys = new IdempotencyKeys(database);
  const batch = new BatchLog();
  /** Accepts a job with a unique key, as an acceptance stores it. */
  const accept = (position: number): void => {
    const claim = { digest: digestOf(position), fingerprint: '1:a' };
    rows.insert(make.newJob(), { position, owner: 1, claim, acceptedAt: 0 });
    keys.take(batch, digestOf(position), position);
  };
  database.connection.exec('begin');
  for (let position = 1; position <= jobs; position += 1) accept(position);
  database.connection.exec('commit');
  const indexed = () =>
    database.connection.prepare('select count(*) from idempotency_key').pluck().get();
  return { database, keys, accept, indexed };
}

/** Runs a step; false if there is no step. */
function step(keys: IdempotencyKeys, idle = true): boolean {
  const next = keys.nextStep(idle);
  next?.command.run(new BatchLog());
  next?.committed();
  return next !== undefined;
}

function moveAll(keys: IdempotencyKeys): number {
  let steps = 0;
  while (step(keys)) steps += 1;
  return steps;
}

function expectAll(keys: IdempotencyKeys, count: number): void {
  for (let position = 1; position <= count; position += 1) {
    if (keys.find(digestOf(position)) !== position) expect.fail(`key ${position} is not found`);
  }
}

describe('IdempotencyKeys', () => {
  it('finds keys before, while and after they are moved into the index', async () => {
    const { keys, indexed } = await scene(many);
    expectAll(keys, many);
    expect(step(keys)).toBe(true);
    expectAll(keys, many);
    expect(moveAll(keys)).toBeGreaterThan(1);
    expectAll(keys, many);
    expect(indexed()).toBe(many);
    expect(keys.find(digestOf(many + 1))).toBeUndefined();
  });

  it('leaves few keys where they are, and moves many only when it is idle, very many always', async () => {
    const { keys } = await scene(many);
    keys.giveBack(new BatchLog(), digestOf(1));
    expect(step(keys)).toBe(false);
    keys.take(new BatchLog(), digestOf(1), 1);
    expect(step(keys, false)).toBe(false);
    for (let position = many + 1; position <= 2 * many; position += 1) {
      keys.take(new BatchLog(), digestOf(position), position);
    }
    expect(step(keys, false)).toBe(true);
  });

  it('forgets a key that is given back, wherever it is', async () => {
    const { keys } = await scene(many);
    step(keys);
    for (let position = 1; position <= 500; position += 1) {
      keys.giveBack(new BatchLog(), digestOf(position));
    }
    keys.take(new BatchLog(), digestOf(3), many + 9);
    moveAll(keys);
    expect(keys.find(digestOf(1))).toBeUndefined();
    expect(keys.find(digestOf(500))).toBeUndefined();
    expect(keys.find(digestOf(501))).toBe(501);
    expect(keys.find(digestOf(3))).toBe(many + 9);
  });

  it('has all keys again after a restart, also in the middle of moving them', async () => {
    const { keys, database } = await scene(many);
    expectAll(new IdempotencyKeys(database), many);
    step(keys);
    expectAll(new IdempotencyKeys(database), many);
    moveAll(keys);
    const reopened = new IdempotencyKeys(database);
    expectAll(reopened, many);
    expect(step(reopened)).toBe(false);
  });

  it('[idempotency.known-after-retention] has the keys again that were taken during a run of the index, after a restart within the run or at its end', async () => {
    const { keys, accept, database } = await scene(many);
    let taken = many;
    while (step(keys)) {
      accept((taken += 1));
      expectAll(new IdempotencyKeys(database), taken);
    }
    expect(taken).toBeGreaterThan(many + 1);
    expectAll(new IdempotencyKeys(database), taken);
  });

  it('takes back what a failed transaction did', async () => {
    const { keys } = await scene(10);
    const batch = new BatchLog();
    keys.take(batch, digestOf(11), 11);
    keys.giveBack(batch, digestOf(5));
    batch.revert();
    expect([keys.find(digestOf(11)), keys.find(digestOf(5))]).toEqual([undefined, 5]);
  });
});
