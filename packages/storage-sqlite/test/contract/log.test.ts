import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createJobFactory } from '@filmgate/conformance';
import { expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { auditDatabase } from '../support/audit-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const mebibyte = 2 ** 20;

it('keeps the log short while writing continues, and leaves none when closed', async () => {
  const file = join(temporaryFolder(), 'filmgate.db');
  const store = await createSqliteStorage({ file });
  const make = createJobFactory();
  const accept = async () => {
    const job = make.newJob({ prompt: 'boat '.repeat(2_000) });
    await store.jobs.acceptJob({ job, idempotency: null, queueLimit: 1e6, now: job.createdAt });
  };
  let longest = 0;
  for (let group = 0; group < 240; group += 1) {
    await Promise.all(Array.from({ length: 64 }, accept));
    longest = Math.max(longest, statSync(`${file}-wal`).size);
  }
  // Some 210 MiB were written in all. A thread that gets no processor leaves the log as long as the store itself lets
  // it become.
  expect(longest).toBeGreaterThan(16 * mebibyte);
  expect(longest).toBeLessThan(136 * mebibyte);
  expect(statSync(file).size).toBeGreaterThan(20 * mebibyte);
  await store.close();
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(auditDatabase(file)).toEqual([]);
}, 120_000);
