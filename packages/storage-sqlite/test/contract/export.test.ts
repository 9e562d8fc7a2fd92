import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import { jobStates, type StoreRecord, storeRecordSchema } from '@filmgate/core';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSqliteStorage, openSqliteExport } from '../../src/index.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filmgate-export-'));
  file = join(folder, 'filmgate.db');
  const bundle = await createSqliteStorage({ file });
  const scene = new Scene(bundle);
  await scene.user('rich', 2000);
  await scene.account('account-1', { sealedSecret: 'sealed' });
  for (const state of jobStates)
    await scene.acceptIn(state, { owner: 'user:rich', prompt: state.repeat(500) });
  await bundle.values.put('canary', 'sealed canary');
  await bundle.values.put('migration', 'of a transfer long ago');
  await bundle.close();
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Every row of every table. */
function rows(): readonly string[] {
  const database = new Database(file, { readonly: true });
  const tables = database
    .prepare<[], { readonly name: string }>(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'",
    )
    .all();
  const all = tables.flatMap(({ name }) =>
    database
      .prepare<[], object>(`select * from "${name}"`)
      .all()
      .map((row) => `${name} ${JSON.stringify(row)}`),
  );
  database.close();
  return all;
}

it('[migration.source-unchanged] nothing is changed but by the concluding note', async () => {
  const before = rows();
  const source = await openSqliteExport({ file });
  for await (const record of source.records(null)) expect(record.order).toBeGreaterThan(0);
  await source.view.adminAccess.audit({ before: null, limit: 10 });
  await source.close();
  expect(rows()).toEqual(before);
  const again = await openSqliteExport({ file });
  expect([again.identity, again.opening]).toEqual([source.identity, source.opening]);
  await again.conclude('migrated-to', '{}');
  expect(await again.view.values.get('canary')).toBe('sealed canary');
  await again.close();
  const added = rows().filter((row) => !before.includes(row));
  // The note, and one more change.
  expect(added).toEqual([
    expect.stringMatching(/^store .*"commits":/u),
    'named_value {"name":"migrated-to","value":"{}"}',
  ]);
  expect(rows()).toHaveLength(before.length + 1);
});

it('returns every record in its form, in order, and from any position on', async () => {
  const source = await openSqliteExport({ file });
  const all: StoreRecord[] = [];
  for await (const record of source.records(null)) {
    expect(storeRecordSchema.parse(record)).toEqual(record);
    all.push(record);
  }
  expect(await source.view.counts()).toEqual({
    value: 1,
    account: 1,
    'api-user': 1,
    owner: 1,
    asset: 0,
    holding: 0,
    'audit-entry': 0,
    job: jobStates.length,
  });
  for (const [index, { kind, order }] of all.entries()) {
    const rest: StoreRecord[] = [];
    for await (const record of source.records({ kind, order })) rest.push(record);
    expect(rest).toEqual(all.slice(index + 1));
  }
  await source.close();
});

it('counts the openings of those who may change it, and is known again by its identity', async () => {
  const source = await openSqliteExport({ file });
  await source.close();
  const bundle = await createSqliteStorage({ file });
  await bundle.close();
  const again = await openSqliteExport({ file });
  expect(again.opening).toBe(source.opening + 1);
  expect(again.identity).toBe(source.identity);
  await again.close();
});
