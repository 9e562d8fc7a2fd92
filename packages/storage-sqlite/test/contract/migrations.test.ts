import { join } from 'node:path';
import { createJobFactory, Scene } from '@filmgate/conformance';
import type { Job } from '@filmgate/core';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openConnection } from '../../src/database/open-connection.ts';
import { SqliteDatabase } from '../../src/database/sqlite-database.ts';
import { createSqliteStorage } from '../../src/index.ts';
import { listJobs } from '../../src/list/list-jobs.ts';
import { migrate, migrations } from '../../src/schema/migrate.ts';
import { BatchLog } from '../../src/write/write-queue.ts';
import { loadState } from '../../src/store/load-state.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { accept, bring, list } from '../support/bare-state.ts';
import { everything } from '../support/everything.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const versions = Object.keys(migrations);

/** Definition of every table, index and trigger. */
function schemaOf(file: string): readonly unknown[] {
  const connection = new Database(file, { readonly: true });
  const query = `select type, name, tbl_name, sql from sqlite_schema order by type, name`;
  const schema = connection.prepare(query).all();
  connection.close();
  return schema;
}

/** A file as left by the release with this version; undefined = an empty one. */
async function fileOfVersion(folder: string, version: string | undefined): Promise<string> {
  const file = join(folder, `${version ?? 'empty'}.db`);
  const database = new SqliteDatabase(openConnection(file));
  if (version !== undefined) await migrate(database.kysely, version);
  database.close();
  return file;
}

it('brings a file up from every earlier version to one and the same schema', async () => {
  const folder = temporaryFolder();
  const schemas = new Map<string, readonly unknown[]>();
  for (const version of [undefined, ...versions]) {
    const file = await fileOfVersion(folder, version);
    const store = await createSqliteStorage({ file });
    await store.values.put('name', 'value');
    await store.close();
    expect(auditDatabase(file)).toEqual([]);
    schemas.set(version ?? 'empty', schemaOf(file));
  }
  const newest = schemas.get(versions.at(-1) ?? '');
  for (const [version, schema] of schemas)
    expect({ version, schema }).toEqual({ version, schema: newest });
});

/** Fills a file of an earlier version with the rows of a newer one, as far as it has their tables and columns. */
async function copyBack(newer: string, version: string): Promise<string> {
  const file = await fileOfVersion(temporaryFolder(), version);
  const connection = new Database(file);
  connection.pragma('foreign_keys = off');
  connection.prepare('attach ? as newer').run(newer);
  const tables = connection
    .prepare<[], string>(
      `select name from main.sqlite_schema where type = 'table' and name not like 'kysely%' and sql not like 'create virtual%'
        and name not like 'job_search%'
        and name in (select name from newer.sqlite_schema)`,
    )
    .pluck()
    .all();
  const columnsOf = connection
    .prepare<[string, string], string>('select name from pragma_table_info(?, ?)')
    .pluck();
  for (const table of tables) {
    const theirs = new Set(columnsOf.all(table, 'newer'));
    const columns = columnsOf.all(table, 'main').filter((column) => theirs.has(column));
    const names = columns.map((column) => `"${column}"`).join(', ');
    connection.exec(
      `insert or replace into main."${table}" (${names}) select ${names} from newer."${table}"`,
    );
  }
  connection.close();
  return file;
}

/** A hundred listed jobs in a file as left by an earlier release, and its contents after the migration. */
async function listedBefore(version: string, searchIndex: string) {
  const newest = join(temporaryFolder(), 'filmgate.db');
  const database = new SqliteDatabase(openConnection(newest));
  await migrate(database.kysely);
  const state = loadState({ database, finishedInMemory: 10 });
  const make = createJobFactory();
  const jobs = Array.from({ length: 100 }, (_, index) =>
    bring(state, accept(state, make.newJob({ prompt: `boat ${index}` })), 'completed', 'a1'),
  );
  list(state, 2);
  database.close();
  const file = await copyBack(newest, version);
  const earlier = new SqliteDatabase(openConnection(file));
  earlier.connection.exec(searchIndex);
  await migrate(earlier.kysely);
  const again = loadState({ database: earlier, finishedInMemory: 10 });
  const search = async (text: string): Promise<readonly string[]> => {
    const outcome = await listJobs(again, { ...everything, search: [text] });
    return outcome.kind === 'page' ? outcome.jobs.map(({ id }) => id) : [];
  };
  return { file, earlier, again, jobs, search };
}

it('lists finished jobs again where the search index has an earlier form', async () => {
  const { earlier, again, jobs, search } = await listedBefore('0006-assets-and-values', '');
  for (const left of [100, 36]) {
    expect(again.unlisted.size).toBe(left);
    expect(await search('BOAT 17')).toEqual([jobs[17]?.id]);
    list(again, 2);
  }
  earlier.close();
});

/** The search index of version 0007, as the release made it with its first job. */
const searchEra = `create virtual table job_search_0 using fts5(
  owner, origin, state, model, account, prompt,
  content = '', contentless_delete = 1, detail = 'none', tokenize = 'trigram case_sensitive 1'
)`;

it('[tasks.list.search-upgrade] rebuilds, a little at a time, a search index of the former format', async () => {
  const { file, earlier, again, jobs, search } = await listedBefore('0007-search-eras', searchEra);
  const covered: number[] = [];
  for (let isDone = false; !isDone; ) {
    covered.push(again.search.from);
    for (const index of [3, 50, 98])
      expect(await search(`BOAT ${index}`)).toContain(jobs[index]?.id);
    expect(await search('train')).toEqual([]);
    const step = again.indexFollower.nextStep(false);
    isDone = step === undefined;
    earlier.connection.exec('begin');
    step?.command.run(new BatchLog());
    earlier.connection.exec('commit');
    step?.committed();
  }
  expect([covered.at(0), covered.at(-1), covered.length > 2]).toEqual([65, 0, true]);
  earlier.close();
  expect(auditDatabase(file)).not.toContain('the search index does not hold the listed jobs');
});

it('[tasks.list.search-lag] reports how many jobs the index does not have yet, and catches up although nothing is written', async () => {
  const { file, earlier, jobs } = await listedBefore('0007-search-eras', searchEra);
  earlier.close();
  const store = await createSqliteStorage({ file });
  expect(await store.notIndexed?.()).toBeGreaterThan(64);
  await expect.poll(() => store.notIndexed?.()).toBeLessThan(64);
  expect(await store.reader.list({ ...everything, search: ['BOAT 17'] })).toMatchObject({
    jobs: [{ id: jobs[17]?.id }],
  });
  await store.close();
});

it('finds keys again that an earlier release would have forgotten', async () => {
  const newest = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file: newest });
  const scene = new Scene(store);
  const idempotency = { scope: 'native', key: 'k', fingerprint: '1:a' };
  const job = await scene.accept({ owner: 'native' }, idempotency);
  await store.close();
  const file = await copyBack(newest, '0010-taking-back');
  const earlier = new Database(file);
  earlier.exec('update store set keys_indexed_to = 5');
  earlier.close();
  const again = await createSqliteStorage({ file });
  const retry = {
    job: scene.make.newJob({ owner: 'native' }),
    idempotency,
    queueLimit: 10,
    now: 0,
  };
  expect(await again.jobs.acceptJob(retry)).toMatchObject({
    kind: 'replayed',
    job: { id: job.id },
  });
  await again.close();
  expect(auditDatabase(file)).toEqual([]);
});

it('counts what owners had uploaded before bytes were counted, the same bytes once; users have no limits', async () => {
  const file = await fileOfVersion(temporaryFolder(), '0008-search-terms');
  const connection = new Database(file);
  const upload = connection.prepare(
    `insert into asset (id, owner, kind, content_type, file_name, size, sha256, created_at)
      values (?, ?, 'image', 'image/png', 'f.png', ?, ?, ?)`,
  );
  upload.run('a1', 'native', 5, 'aa', 1_000);
  upload.run('a2', 'native', 5, 'aa', 3_000);
  upload.run('a3', 'native', 7, 'bb', 2_000);
  upload.run('a4', 'user:u1', 5, 'aa', 1_000);
  connection.exec(
    `insert into api_user values (1, 'u1', 'First', 1, 'digest', 'fg_…', 1000, null)`,
  );
  connection.close();
  const store = await createSqliteStorage({ file });
  expect(await store.assets.heldBytes('native')).toBe(12);
  expect(await store.assets.heldBytes('user:u1')).toBe(5);
  expect(await store.assets.holding({ owner: 'native', sha256: 'aa' })).toMatchObject({
    size: 5,
    heldAt: 3_000,
  });
  expect(await store.apiUsers.find('u1')).toMatchObject({
    maxOpenJobs: null,
    maxRequestsPerMinute: null,
  });
  await store.close();
});

it('makes strict tables only, but for those of its tools', async () => {
  const file = await fileOfVersion(temporaryFolder(), versions.at(-1));
  const connection = new Database(file, { readonly: true });
  const loose = connection
    .prepare(`select name from pragma_table_list where type = 'table' and strict = 0 order by name`)
    .pluck()
    .all();
  connection.close();
  expect(loose).toEqual([
    'kysely_migration',
    'kysely_migration_lock',
    'sqlite_schema',
    'sqlite_temp_schema',
  ]);
});

it('runs all steps or none', async () => {
  const folder = temporaryFolder();
  const file = await fileOfVersion(folder, versions[0]);
  const before = schemaOf(file);
  const blocking = new Database(file);
  // Blocks a later step.
  blocking.exec('create table named_value (other text)');
  blocking.close();
  await expect(createSqliteStorage({ file })).rejects.toMatchObject({
    name: 'StorageUnavailable',
    message: expect.stringContaining('could not be migrated to the version'),
  });
  const again = new Database(file);
  again.exec('drop table named_value');
  again.close();
  expect(schemaOf(file)).toEqual(before);
  await (await createSqliteStorage({ file })).close();
});

it('refuses a file that a newer release has written', async () => {
  const file = await fileOfVersion(temporaryFolder(), versions.at(-1));
  const connection = new Database(file);
  connection.exec(`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')`);
  connection.close();
  await expect(createSqliteStorage({ file })).rejects.toThrow(/newer release/);
});

it('[submission-facts.handle.former-data] claims the handles a former release received, the first of equal ones', async () => {
  const newest = join(temporaryFolder(), 'filmgate.db');
  const before = await createSqliteStorage({ file: newest });
  const scene = new Scene(before);
  await scene.account('account-1');
  const jobs: Job[] = [];
  for (let index = 0; index < 4; index += 1) jobs.push(await scene.acceptIn('dispatching'));
  const [first, second, third, gone] = jobs;
  await before.close();
  const file = await copyBack(newest, '0014-trusted-past');
  const earlier = new Database(file);
  const receive = earlier.prepare(
    'update dispatch set handle = ?, received_at = 5 where correlation_id = ?',
  );
  receive.run('{"version":1,"value":"same"}', first?.correlationId);
  receive.run('{"value":"same","version":1}', second?.correlationId);
  receive.run('{"version":1,"value":"gone"}', gone?.correlationId);
  earlier.prepare('update job set account_id = null where id = ?').run(gone?.id);
  earlier.close();

  const store = await createSqliteStorage({ file, baseline: null });
  const kept = await Promise.all(jobs.map(({ id }) => store.reader.dispatches(id)));
  expect(kept.flat().map(({ handle, accountId }) => ({ handle, accountId }))).toEqual([
    { handle: '{"version":1,"value":"same"}', accountId: 'account-1' },
    { handle: '{"value":"same","version":1}', accountId: null },
    { handle: null, accountId: null },
    { handle: '{"version":1,"value":"gone"}', accountId: null },
  ]);
  const { id: jobId = '', correlationId } = third ?? {};
  const response = { jobId, correlationId: correlationId ?? '', now: scene.now };
  const receipt = { ...response, accountId: 'account-1', endpoint: 'mock' };
  const same = { ...receipt, handle: '{"version":1,"value":"same"}' };
  expect(await store.jobs.recordReceipt(same)).toEqual({ kind: 'handle-taken', heldBy: first?.id });
  const own = { ...receipt, handle: '{"version":1,"value":"its own"}' };
  expect(await store.jobs.recordReceipt(own)).toEqual({ kind: 'recorded', decided: null });
  await store.close();
});
