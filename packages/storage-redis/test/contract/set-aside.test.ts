import { randomUUID } from 'node:crypto';
import { Scene } from '@filmgate/conformance';
import { allJobsQuery, type Logger, type JsonValue, StorageUnavailable } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { KeySpace } from '../../src/keys/key-space.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let admin: Redis;

beforeAll(async () => {
  server = await startRedisServer();
  admin = await server.admin();
});

afterAll(() => server.stop());

/** Ways to damage one job's record, each with the expected message. */
const damages: readonly (readonly [field: string, text: string | null, reason: string])[] = [
  ['s', '{', 'request is not JSON'],
  ['s', '{}', 'request.model does not match this release (invalid_type)'],
  ['s', 'null', 'request does not match this release (invalid_type)'],
  ['s', null, 'the record is incomplete'],
  ['c', '{"progress":"much"}', 'changing.progress does not match this release (invalid_type)'],
  ['c', null, 'the record is incomplete'],
  ['m', null, 'the record is incomplete'],
];

function recordingLog() {
  const warnings: (readonly [string, JsonValue | undefined])[] = [];
  const log: Logger = {
    info: () => undefined,
    warn: (event, fields) => void warnings.push([event, fields]),
    error: () => undefined,
  };
  return { log, warnings };
}

const list = { ...allJobsQuery, owner: null, order: 'oldest-first', limit: 10 } as const;
const claimAll = { families: ['*'], limit: 10, holder: 'a' } as const;

describe.each(damages)('a record with %s = %s', (field, text, reason) => {
  it('[accepted.set-aside] [accepted.set-aside-told] is set aside by the next connection, and everything else continues', async () => {
    const prefix = `aside-${randomUUID()}`;
    const keys = new JobKeys(new KeySpace(prefix));
    const options = { url: server.url, prefix };
    const first = await createRedisStorage(options);
    const scene = new Scene(first);
    const owner = await scene.user('u1', 100);
    await scene.account('account-1');
    const claim = { scope: owner, key: 'k', fingerprint: '1:a' };
    const prompt = 'a secret boat';
    const damaged = await scene.accept({ owner, cost: 7, prompt }, claim);
    const flying = await scene.acceptIn('polling', { owner, cost: 5, prompt });
    const sound = await scene.accept({ owner, prompt });
    await first.close();
    const key = keys.job(damaged.id);
    const before = (await admin.hget(key, field)) ?? '';
    expect(before).not.toBe('');
    if (text === null) await admin.hdel(key, field);
    else await admin.hset(key, field, text);

    const { log, warnings } = recordingLog();
    const again = new Scene(await createRedisStorage({ ...options, log }));
    const { reader, jobs } = again.bundle;
    const page = await reader.list(list);
    expect(page).toMatchObject({ kind: 'page', jobs: [{ id: flying.id }, { id: sound.id }] });
    const found = await reader.list({ ...list, search: ['secret boat'], limit: 1 });
    expect(found).toMatchObject({ jobs: [{ id: flying.id }], hasMore: true });
    expect(await reader.list({ ...list, search: [damaged.id] })).toMatchObject({ jobs: [] });
    const due = { ...claimAll, leaseUntil: scene.now + 60_000, now: scene.now };
    const [started] = await jobs.claimDue({ ...due, lane: 'start', limit: 1 });
    expect(started?.job.id).toBe(sound.id);
    expect(await reader.changedSince({ owner, surface: null, at: 0, limit: 9 })).toMatchObject({
      jobs: [{ id: flying.id }, { id: sound.id }],
    });
    await expect(reader.find(damaged.id)).rejects.toBeInstanceOf(StorageUnavailable);
    const trail = await reader.trail(damaged.id).catch((error: unknown) => error);
    // The parts that can be read are read.
    expect(trail instanceof StorageUnavailable).toBe(field === 's');
    await expect(reader.findByKey(claim)).rejects.toBeInstanceOf(StorageUnavailable);
    await expect(again.accept({ owner }, claim)).rejects.toBeInstanceOf(StorageUnavailable);
    expect(await again.bundle.apiUsers.usage(owner)).toMatchObject({ reserved: 20, limit: 100 });
    expect(await reader.unreadable()).toEqual([
      { id: damaged.id, reason, noticedAt: expect.any(Number) },
    ]);
    expect(warnings).toEqual([['job-set-aside', { job: damaged.id, reason }]]);
    expect(JSON.stringify(warnings)).not.toContain('secret');

    await admin.hset(key, field, before);
    expect(await reader.unreadable()).toEqual([]);
    expect(await reader.find(damaged.id)).toEqual(damaged);
    expect(await auditStore(admin, prefix)).toEqual([]);
    await again.bundle.close();
  });
});

it('[accepted.set-aside] retention passes over what cannot be read', async () => {
  const prefix = `aside-${randomUUID()}`;
  const keys = new JobKeys(new KeySpace(prefix));
  const store = await createRedisStorage({ url: server.url, prefix });
  const scene = new Scene(store);
  await scene.account('account-1');
  const [first, second] = [await scene.acceptIn('failed'), await scene.acceptIn('failed')];
  await store.close();
  const before = (await admin.hget(keys.job(first.id), 's')) ?? '';
  await admin.hset(keys.job(first.id), 's', '{');
  const again = await createRedisStorage({ url: server.url, prefix });
  const old = { finishedBefore: scene.now + 1, limit: 1, now: scene.now };
  expect((await again.jobs.removeFinished(old)).map(({ id }) => id)).toEqual([second.id]);
  expect(await again.jobs.removeFinished(old)).toEqual([]);
  await admin.hset(keys.job(first.id), 's', before);
  expect((await again.jobs.removeFinished(old)).map(({ id }) => id)).toEqual([first.id]);
  await again.close();
});

it('an account that cannot be read gets no new job and does not keep the store from opening', async () => {
  const prefix = `aside-${randomUUID()}`;
  const keys = new JobKeys(new KeySpace(prefix));
  const store = await createRedisStorage({ url: server.url, prefix });
  await new Scene(store).account('account-1');
  await admin.hset(keys.accounts, 'families\naccount-1', '{', 'condition\naccount-1', 'odd');
  const [load] = await store.accounts.loads();
  expect(load?.account).toMatchObject({ families: [], condition: 'login_required' });
  await store.close();
});
