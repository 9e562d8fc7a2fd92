import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('refuses writes while another program has locked the file, and reads on', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  const scene = new Scene(store);
  const first = await scene.accept();
  const other = new Database(file);
  other.exec('begin immediate');
  const refused = scene.make.newJob();
  const creation = { job: refused, idempotency: null, queueLimit: 10, now: scene.now };
  await expect(store.jobs.acceptJob(creation)).rejects.toMatchObject({
    name: 'StorageUnavailable',
    applied: 'no',
    message: expect.stringContaining('locked'),
  });
  expect(await store.reader.find(first.id)).toBe(first);
  expect(await store.reader.find(refused.id)).toBeUndefined();
  await expect(store.ping()).resolves.toBeUndefined();
  other.exec('rollback');
  other.close();
  expect((await store.jobs.acceptJob(creation)).kind).toBe('accepted');
  await store.close();
  expect(auditDatabase(file)).toEqual([]);
});
