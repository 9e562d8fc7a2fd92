import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { complete, fail, keepsSurfacesApart, Scene, hasFormerLines } from '@filmgate/conformance';
import {
  type Account,
  type AccountLoad,
  isFinal,
  type Job,
  jobStates,
  nothingPaid,
  type QuotaUsage,
  type TrailStory,
} from '@filmgate/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/database/open-connection.ts';
import { SqliteDatabase } from '../../src/database/sqlite-database.ts';
import { createSqliteStorage } from '../../src/index.ts';
import { migrate } from '../../src/schema/migrate.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/**
 * Data written by the previous release, with its own description: jobs in every state, tried, refused, lost, found and
 * resolved.
 */
interface FormerStore {
  readonly version: string;
  readonly usage: QuotaUsage;
  readonly loads: readonly (Omit<AccountLoad, 'account'> & {
    readonly account: Partial<Account>;
  })[];
  readonly jobs: readonly {
    readonly job: Partial<Omit<Job, 'surface'>> & Pick<Job, 'id'> & { readonly origin: string };
    /** Lines of the trail. */
    readonly trail: readonly TrailStory[];
  }[];
  readonly rows: {
    readonly [table: string]: readonly { readonly [column: string]: string | number | null }[];
  };
}

const former: FormerStore = JSON.parse(
  readFileSync(new URL('former/before-0018.json', import.meta.url), 'utf8'),
);

/** A file as left by the previous release. */
async function writeFormer(): Promise<string> {
  const file = join(temporaryFolder(), 'store.db');
  const database = new SqliteDatabase(openConnection(file));
  await migrate(database.kysely, former.version);
  database.close();
  const connection = new Database(file);
  connection.pragma('foreign_keys = off');
  for (const [table, rows] of Object.entries(former.rows)) {
    connection.prepare(`delete from ${table}`).run();
    for (const row of rows) {
      const columns = Object.keys(row);
      const values = columns.map(() => '?').join(', ');
      connection
        .prepare(`insert into ${table} (${columns.join(', ')}) values (${values})`)
        .run(Object.values(row));
    }
  }
  connection.close();
  return file;
}

it('[providers.money.former][providers.trail.former] keeps all money of a store of the release before, to the credit', async () => {
  const file = await writeFormer();
  const store = await createSqliteStorage({ file });
  expect(await store.apiUsers.usage('user:u1')).toEqual(former.usage);
  const counted = {
    unit: 'credits',
    budget: null,
    paid: nothingPaid,
    learned: [],
    exclusive: false,
    lastError: null,
  } as const;
  expect(await store.accounts.loads()).toEqual(
    former.loads.map((load) => ({
      ...load,
      busyByModel: {},
      busyUnknown: former.jobs.filter(
        ({ job }) =>
          job.accountId === load.account.id &&
          job.holdsSlot === true &&
          job.state === 'outcome_unknown',
      ).length,
      movedCredits: 0,
      account: { ...load.account, ...counted, awaitsTest: false, secretSince: null },
    })),
  );
  const states = former.jobs.map(({ job }) => job.state);
  expect(new Set(states)).toEqual(new Set(jobStates));
  for (const { job: written, trail } of former.jobs) {
    const { origin: surface, ...job } = written;
    const read = await store.reader.find(job.id);
    expect(read).toEqual({
      ...job,
      surface,
      spend: null,
      route: null,
      expectedSize: null,
      doubt: null,
    });
    if (read !== undefined)
      hasFormerLines(await store.reader.trail(job.id), { lines: trail, job: read });
  }
  await store.close();
  expect(auditDatabase(file)).toEqual([]);
});

it('[surfaces.open-names] a store of the release before keeps its surfaces, and accepts jobs of any other', async () => {
  const file = await writeFormer();
  const locals = former.jobs.filter((_, index) => index % 3 === 0).map(({ job }) => job.id);
  const connection = new Database(file);
  const trigger = connection
    .prepare<[], string>(`select sql from sqlite_schema where name = 'job_final_states_are_final'`)
    .pluck()
    .get();
  connection.exec('drop trigger job_final_states_are_final');
  for (const id of locals)
    connection.prepare(`update job set origin = 'local' where id = ?`).run(id);
  connection.exec(trigger ?? '');
  connection.close();
  const store = await createSqliteStorage({ file });
  await keepsSurfacesApart(store, { all: former.jobs.map(({ job }) => job.id), locals });
  await store.close();
  expect(auditDatabase(file)).toEqual([]);
});

it('[providers.money.former] continues them: each ends with the money it began with', async () => {
  const file = await writeFormer();
  const store = await createSqliteStorage({ file });
  const scene = new Scene(store);
  scene.now = 1_760_000_000_000;
  const jobs = await Promise.all(former.jobs.map(({ job }) => store.reader.find(job.id)));
  const sum = (states: readonly Job['state'][]) =>
    jobs.reduce(
      (all, job) => all + (job !== undefined && states.includes(job.state) ? job.price : 0),
      0,
    );
  for (const job of jobs) {
    if (job === undefined || isFinal(job.state)) continue;
    await scene.step(job, job.state === 'storing' ? complete : fail);
    const [owner] = (await store.reader.trail(job.id)).at(-1)?.money ?? [];
    const settled = job.state === 'storing' ? job.price : 0;
    expect(owner?.after).toEqual({ reserved: 0, held: 0, settled });
  }
  const { used, reserved, held } = await store.apiUsers.usage('user:u1');
  expect({ used, reserved, held }).toEqual({
    used: former.usage.used + sum(['storing']),
    reserved: 0,
    held: 0,
  });
  const [before, after] = [former.loads[0], await store.accounts.find('account-1')];
  const returned = sum(['polling', 'submitted']);
  expect(after?.account.credits).toBe((before?.account.credits ?? 0) + returned);
  for (const load of await store.accounts.loads())
    expect(load).toMatchObject({ takenCredits: 0, heldCredits: 0, busy: 0 });
  await store.close();
  expect(auditDatabase(file)).toEqual([]);
});
