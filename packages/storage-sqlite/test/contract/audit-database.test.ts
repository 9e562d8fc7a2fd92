import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import Database from 'better-sqlite3';
import { beforeEach, expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let file = '';

beforeEach(async () => {
  file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  const scene = new Scene(store);
  await scene.account('account-1');
  const idempotency = { scope: 'native', key: 'k', fingerprint: '1:a' };
  await scene.bring(await scene.accept({}, idempotency), 'dispatching');
  await scene.acceptIn('completed');
  await store.close();
});

it('finds nothing wrong with what the store wrote', () => {
  expect(auditDatabase(file)).toEqual([]);
});

it.each([
  ['update owner set reserved = reserved + 1', /reserved and held/],
  ['update owner set used = 0', /settled entries/],
  [`delete from trail where money like '%"quota","settle"%'`, /closed by exactly one entry/],
  [`delete from dispatch`, /without a dispatch record/],
  ['delete from unlisted_job where position = 1', /in every list/],
  ['insert into finished_order values (1, 1)', /finished jobs only/],
  ['update store set completed = 7', /are counted/],
  ['insert into creation_block values (0, 1, 1)', /span of its block/],
  ['update store set keys_indexed_to = 1', /key/],
  ['update store set keys_indexed_to = 9', /given twice/],
  ['update job set last_entry = null where position = 1', /chain of its job/],
])('finds what is wrong after: %s', (damage, sentence) => {
  const connection = new Database(file);
  connection.exec(damage);
  connection.close();
  expect(auditDatabase(file).join('\n')).toMatch(sentence);
});
