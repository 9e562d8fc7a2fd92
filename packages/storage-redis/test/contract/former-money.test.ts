import { readFileSync } from 'node:fs';
import { complete, fail, keepsSurfacesApart, Scene, hasFormerLines } from '@filmgate/conformance';
import {
  type Account,
  type AccountLoad,
  isFinal,
  type Job,
  jobStates,
  nothingPaid,
  type QuotaUsage,
  type StorageBundle,
  type TrailStory,
} from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { auditStore } from '../support/audit-store.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

type StoredKey =
  | { readonly type: 'hash'; readonly value: { readonly [field: string]: string } }
  | { readonly type: 'zset' | 'list' | 'set'; readonly value: readonly string[] }
  | { readonly type: 'string'; readonly value: string };

/**
 * Data written by the previous release, with its own description: jobs in every state, tried, refused, lost, found and
 * resolved.
 */
interface FormerStore {
  readonly usage: QuotaUsage;
  readonly loads: readonly (Omit<AccountLoad, 'account'> & {
    readonly account: Partial<Account>;
  })[];
  readonly jobs: readonly {
    readonly job: Partial<Omit<Job, 'surface'>> & Pick<Job, 'id'> & { readonly origin: string };
    /** Lines of the trail. */
    readonly trail: readonly TrailStory[];
  }[];
  readonly keys: { readonly [name: string]: StoredKey };
}

const former: FormerStore = JSON.parse(
  readFileSync(new URL('former/one-amount.json', import.meta.url), 'utf8'),
);
const prefix = 'former';

let server: RedisServer;
let admin: Redis;
let store: StorageBundle;

beforeAll(async () => {
  server = await startRedisServer();
  admin = await server.admin();
});

beforeEach(async () => {
  await admin.flushall();
  await restoreAll(former);
  store = await createRedisStorage({ url: server.url, prefix });
});

afterAll(() => server.stop());

async function restoreAll({ keys }: FormerStore): Promise<void> {
  for (const [name, key] of Object.entries(keys)) await restore(name, key);
  // This server replaces the one the data was written on.
  await admin.hdel(`{${prefix}}:fence`, 'server');
}

async function restore(name: string, { type, value }: StoredKey): Promise<void> {
  switch (type) {
    case 'hash':
      await admin.hset(name, value);
      return;
    case 'list':
      await admin.rpush(name, ...value);
      return;
    case 'set':
      await admin.sadd(name, ...value);
      return;
    case 'zset':
      for (let at = 0; at < value.length; at += 2)
        await admin.zadd(name, value[at + 1] ?? '0', value[at] ?? '');
      return;
    case 'string':
      await admin.set(name, Buffer.from(value, 'base64'));
  }
}

it('[providers.money.former][providers.trail.former] keeps all money of a store of the release before, to the credit', async () => {
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
      // The former release did not count them.
      busyUnknown: 0,
      account: { ...load.account, ...counted, awaitsTest: false, secretSince: null },
    })),
  );
  const states = former.jobs.map(({ job }) => job.state);
  expect(new Set(states)).toEqual(new Set(jobStates));
  for (const { job: written, trail } of former.jobs) {
    const { origin: surface, ...job } = written;
    const read = await store.reader.find(job.id);
    const unsaid = { spend: null, route: null, expectedSize: null, doubt: null };
    expect(read).toEqual({ ...job, surface, ...unsaid });
    if (read !== undefined)
      hasFormerLines(await store.reader.trail(job.id), { lines: trail, job: read });
  }
  await store.close();
  expect(await auditStore(admin, prefix)).toEqual([]);
});

it('[surfaces.open-names] a store of the release before keeps its surfaces, and accepts jobs of any other', async () => {
  await store.close();
  await admin.flushall();
  // Some of its jobs were made on another surface: lists had its first letter, the record its name.
  const locals = former.jobs.filter((_, index) => index % 3 === 0).map(({ job }) => job.id);
  let text = JSON.stringify(former);
  for (const id of locals) text = text.replaceAll(`t${id}`, `l${id}`);
  const elsewhere: FormerStore = JSON.parse(text);
  await restoreAll(elsewhere);
  for (const id of locals) {
    const record = `{${prefix}}:job:${id}`;
    const head = (await admin.hget(record, 'h')) ?? '';
    await admin.hset(record, 'h', head.replace('\ntasks\n', '\nlocal\n'));
  }
  store = await createRedisStorage({ url: server.url, prefix });
  await keepsSurfacesApart(store, { all: former.jobs.map(({ job }) => job.id), locals });
  await store.close();
  expect(await auditStore(admin, prefix)).toEqual([]);
});

it('[providers.money.former] continues them: each ends with the money it began with', async () => {
  const scene = new Scene(store);
  scene.now = Date.now();
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
  expect(await auditStore(admin, prefix)).toEqual([]);
});
