import { createJobFactory, Scene } from '@filmgate/conformance';
import { allJobsQuery, type Job, type StorageBundle, withoutContent } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../src/connection/open-store.ts';
import { createRedisStorage } from '../../src/index.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { packSignatures } from '../../src/search/pack-signatures.ts';
import { positionsPerBlock } from '../../src/search/signature-block.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const prefix = 'erased';
const rareWord = 'quokka-under-a-magenta-umbrella';

let server: RedisServer;
let admin: Redis;
let store: StorageBundle;

beforeAll(async () => {
  server = await startRedisServer({ appendfsync: 'everysec' });
  admin = await server.admin();
  store = await createRedisStorage({
    url: server.url,
    prefix,
    durability: 'every-second',
  });
}, 60_000);

afterAll(async () => {
  await store.close();
  await server.stop();
});

/** Everything a key contains, as text. */
async function textOf(key: string): Promise<string> {
  switch (await admin.type(key)) {
    case 'hash':
      return JSON.stringify(await admin.hgetall(key));
    case 'list':
      return JSON.stringify(await admin.lrange(key, 0, -1));
    case 'set':
      return JSON.stringify(await admin.smembers(key));
    case 'zset':
      return JSON.stringify(await admin.zrange(key, '0', '-1'));
    default:
      return (await admin.get(key)) ?? '';
  }
}

async function keysWith(text: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const key of await admin.keys('*')) {
    if (`${key}${await textOf(key)}`.includes(text)) found.push(key);
  }
  return found;
}

async function erase(scene: Scene, from: Job): Promise<void> {
  const entry = { at: scene.now, what: 'content-erased', detail: {} };
  const input = { from, next: withoutContent(from), trail: 'erase', entry } as const;
  expect((await store.jobs.amend(input)).kind).toBe('amended');
}

const found = async (search: string): Promise<readonly string[]> => {
  const page = await store.reader.list({
    ...allJobsQuery,
    owner: null,
    search: [search],
    limit: 10,
  });
  return page.kind === 'page' ? page.jobs.map(({ id }) => id) : [];
};

it('[taking-back.erasure-files] no key holds anything of a prompt that was erased', async () => {
  const scene = new Scene(store);
  await scene.account('account-1');
  const job = await scene.acceptIn('completed', { prompt: `a ${rareWord}` });
  await store.requestLogs.list({ ...noRequests });
  expect(await keysWith(rareWord)).not.toEqual([]);
  await erase(scene, job);
  expect(await keysWith(rareWord)).toEqual([]);
  expect(await found('magenta')).toEqual([]);
});

it('[taking-back.content-erased] a packed signature loses the bits of an erased job, and no other job’s', async () => {
  const scene = new Scene(store, 7);
  const make = createJobFactory(8);
  const accept = (prompt: string) =>
    store.jobs.acceptJob({
      job: make.newJob({ prompt }),
      idempotency: null,
      queueLimit: 10_000,
      now: scene.now,
    });
  const erased = await scene.acceptIn('completed', { prompt: 'an okapi in lilac' });
  const kept = await scene.acceptIn('completed', { prompt: 'a tapir in lilac' });
  for (let from = 0; from < positionsPerBlock; from += 64) {
    await Promise.all(Array.from({ length: 64 }, (_, at) => accept(`filler ${from + at}`)));
  }
  const opened = await openStore({
    url: server.url,
    prefix,
    durability: 'every-second',
  });
  const keys = new JobKeys(opened.keys);
  await packSignatures({ scripts: opened.scripts, keys });
  const { bits } = keys.signatureBlock(0);
  const before = await admin.bitcount(bits);
  expect(before).toBeGreaterThan(0);
  await erase(scene, erased);
  expect(await admin.bitcount(bits)).toBeLessThan(before);
  expect([await found('okapi'), await found('tapir')]).toEqual([[], [kept.id]]);
  await opened.close();
}, 60_000);

const noRequests = {
  path: null,
  status: null,
  caller: null,
  model: null,
  jobId: null,
  from: null,
  until: null,
  text: null,
  after: null,
  limit: 1,
};
