import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scene } from '@filmgate/conformance';
import type { Logger, JsonValue } from '@filmgate/core';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { createSqliteStorage } from '../../src/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** Changes the file while no process has it open. */
function alter(file: string, change: string): void {
  const connection = new Database(file);
  connection.exec(change);
  connection.close();
}

function recordingLog() {
  const warnings: (readonly [string, JsonValue | undefined])[] = [];
  const log: Logger = {
    info: () => undefined,
    warn: (event, fields) => void warnings.push([event, fields]),
    error: () => undefined,
  };
  return { log, warnings };
}

describe('a store that is opened again', () => {
  it('gives every open job at once, under epochs never given before', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const epochs = new Set<number>();
    const first = new Scene(await createSqliteStorage({ file }));
    await first.account('account-1');
    const jobs = [await first.acceptIn('polling'), await first.acceptIn('dispatching')];
    for (let opening = 0; opening < 4; opening += 1) {
      const store = opening === 0 ? first.bundle : await createSqliteStorage({ file });
      const wish = { lane: 'continue', families: [], limit: 10, holder: 'a' } as const;
      const lease = { leaseUntil: first.now + 60_000, now: first.now };
      const claims = await store.jobs.claimDue({ ...wish, ...lease });
      expect(claims.map(({ job }) => job.id).toSorted()).toEqual(
        jobs.map(({ id }) => id).toSorted(),
      );
      for (const { epoch, job } of claims) {
        expect([job.id, epochs.has(epoch)]).toEqual([job.id, false]);
      }
      for (const { epoch } of claims) epochs.add(epoch);
      expect(await store.reader.nextDueAt()).toBe(first.now + 60_000);
      await store.close();
    }
  });

  it('knows who was here last, after it was closed in peace', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const store = await createSqliteStorage({ file });
    const scene = new Scene(store);
    await scene.user('u1', 10);
    const session = {
      idDigest: 's',
      username: 'admin',
      createdAt: 1,
      lastSeenAt: 1,
      expiresAt: 1e6,
    };
    await store.adminAccess.openSession(session);
    for (const now of [1_000, 2_000, 3_000]) {
      await store.apiUsers.authenticate({ keyDigest: 'digest of u1', now });
      await store.adminAccess.visit({ idDigest: 's', idleMs: 1e5, now });
    }
    await store.close();
    const again = await createSqliteStorage({ file });
    expect((await again.apiUsers.find('u1'))?.lastUsedAt).toBe(3_000);
    const visit = await again.adminAccess.visit({ idDigest: 's', idleMs: 2_000, now: 4_999 });
    expect(visit?.lastSeenAt).toBe(4_999);
    await again.close();
  });

  it('goes by the jobs where the stored sums of an owner say something else', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const store = await createSqliteStorage({ file });
    await new Scene(store).accept({ owner: 'user:a', cost: 7 });
    await store.close();
    alter(file, 'update owner set reserved = 999');
    const { log, warnings } = recordingLog();
    const again = await createSqliteStorage({ file, log });
    expect(await again.apiUsers.usage('user:a')).toMatchObject({ reserved: 7 });
    expect(warnings).toEqual([['quota-sums-corrected', { owners: ['user:a'] }]]);
    await again.close();
    const { log: laterLog, warnings: later } = recordingLog();
    await (await createSqliteStorage({ file, log: laterLog })).close();
    expect(later).toEqual([]);
  });

  it('refuses a file that is no database', async () => {
    const file = join(temporaryFolder(), 'filmgate.db');
    const store = await createSqliteStorage({ file });
    await store.close();
    alter(file, 'pragma journal_mode = delete');
    writeFileSync(file, 'not a database at all, but long enough to be looked at'.repeat(100));
    await expect(createSqliteStorage({ file })).rejects.toThrow(/not a database/);
  });

  it('refuses every call after it was closed', async () => {
    const store = await createSqliteStorage({ file: join(temporaryFolder(), 'filmgate.db') });
    await store.close();
    await store.close();
    await expect(store.ping()).rejects.toMatchObject({ name: 'StorageUnavailable' });
    await expect(store.values.put('a', 'b')).rejects.toMatchObject({ applied: 'no' });
  });
});
