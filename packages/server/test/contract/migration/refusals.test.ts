import { existsSync } from 'node:fs';
import { Scene } from '@filmgate/conformance';
import { exportNoteName, importNoteName, whyNotToWork } from '@filmgate/core';
import { openSqliteExport } from '@filmgate/storage-sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Pair, usePairs } from './stores.ts';

const newPair = usePairs();
let pair: Pair;

beforeEach(async () => {
  pair = newPair();
  const source = await pair.sqlite();
  const scene = new Scene(source);
  await scene.user('rich', 2000);
  await scene.accept({ owner: 'user:rich', id: 'vt_first' });
  await source.close();
});
afterEach(() => pair.dispose());

it('[migration.refusals] a database in use, and one that is not there', async () => {
  const owner = await pair.sqlite();
  await expect(pair.move()).rejects.toThrow(/is in use by process/u);
  await owner.close();
  const missing = `${pair.file}.other`;
  await expect(openSqliteExport({ file: missing })).rejects.toThrow(/There is no database/u);
  expect(existsSync(missing)).toBe(false);
});

it('[migration.refusals] a target that holds anything of its own', async () => {
  const target = await pair.redis();
  await target.values.put('canary', 'of another gateway');
  expect(await pair.move()).toEqual({ kind: 'target-not-empty' });
  expect(await target.values.get('canary')).toBe('of another gateway');
});

it('[migration.refusals] a target of another database, under way and complete', async () => {
  const other = newPair();
  const source = await other.sqlite();
  await new Scene(source).user('someone', null);
  await source.close();
  const { prefix } = pair;
  const stop = new AbortController();
  stop.abort();
  expect(await other.move({ prefix, interrupted: stop.signal })).toEqual({ kind: 'interrupted' });
  expect(await pair.move()).toEqual({ kind: 'target-of-another' });
  expect(await other.move({ prefix })).toMatchObject({ kind: 'equal' });
  expect(await pair.move()).toEqual({ kind: 'target-of-another' });
  await other.dispose();
});

it('[migration.refusals] a source that was moved to another target', async () => {
  expect(await pair.move()).toMatchObject({ kind: 'equal' });
  const to = `redis ${pair.prefix}`;
  expect(await pair.move({ prefix: `${pair.prefix}-b` })).toEqual({ kind: 'source-moved', to });
});

it('[migration.verified] a difference is named by its first record, and the source stays the truth', async () => {
  const bringBytes = async () => {
    const target = await pair.redis();
    await target.apiUsers.edit({ id: 'rich', totalLimit: 2001, now: 1 });
  };
  const moved = await pair.move({ bringBytes });
  expect(moved).toEqual({ kind: 'different', what: 'api-user', id: 'rich' });
  const [source, target] = [await pair.sqlite(), await pair.redis()];
  expect(await source.values.get(exportNoteName)).toBeUndefined();
  const imported = await target.values.get(importNoteName);
  expect(whyNotToWork({ imported, exported: undefined })).toBe('import-under-way');
});

it('[migration.verified] an extra record is detected by the counts', async () => {
  const bringBytes = async () => {
    const target = await pair.redis();
    await new Scene(target, 2).accept({ id: 'vt_second' });
  };
  expect(await pair.move({ bringBytes })).toMatchObject({ kind: 'counts-differ' });
});
