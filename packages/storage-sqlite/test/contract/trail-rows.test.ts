import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A database with one completed job. */
async function written(): Promise<Database.Database> {
  const file = join(temporaryFolder(), 'store.db');
  const store = await createSqliteStorage({ file });
  const scene = new Scene(store);
  await scene.account('account-1');
  await scene.acceptIn('completed', { cost: 8 });
  await store.close();
  return new Database(file);
}

const closing = '[["quota","refund",8,0,0,0]]';

it('[providers.trail.steps] five rows record the life of a video; its acceptance needs none', async () => {
  const database = await written();
  const rows = database.prepare('select what, money from trail order by entry').raw().all();
  expect(rows).toEqual([
    ['account-chosen', '[["credit","reserve",8,8,0,0,"account-1"]]'],
    ['marked', '[]'],
    ['receipt', '[["credit","settle",8,0,0,8,"account-1"]]'],
    ['upstream-finished', '[]'],
    ['completed', '[["quota","settle",8,0,0,8]]'],
  ]);
  database.close();
});

it('[invariants.i4-ledger-balanced][providers.trail.former] a reservation closes once, in a step or in a line of a former release', async () => {
  const database = await written();
  const step = `insert into trail (job, at, what, detail, money) values (?, 1, 'failed', '{}', ?)`;
  const line = `insert into trail (job, at, what, ledger, move, amount) values (?, 1, 'money', 'quota', 'settle', 8)`;
  expect(() => database.prepare(step).run(1, closing)).toThrow(/UNIQUE/u);
  expect(() => database.prepare(line).run(1)).toThrow(/UNIQUE/u);
  database.prepare(line).run(2);
  expect(() => database.prepare(step).run(2, closing)).toThrow(/UNIQUE/u);
  const named = JSON.stringify([['credit', 'settle', 8, 0, 0, 8, closing]]);
  for (const _ of [1, 2]) database.prepare(step).run(3, named);
  database.close();
});

it('[providers.trail.steps] a step may lose words, and nothing else of it ever changes', async () => {
  const database = await written();
  database.prepare(`update trail set detail = '{}' where what = 'marked'`).run();
  for (const change of [
    `money = '[]'`,
    'money = null',
    `detail = '{"more":"words than it had before, and some"}'`,
    'at = at + 1',
  ])
    expect(() =>
      database.prepare(`update trail set ${change} where what = 'completed'`).run(),
    ).toThrow(/only appended to/u);
  database.close();
});
