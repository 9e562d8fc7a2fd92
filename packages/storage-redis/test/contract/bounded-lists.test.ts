import { createJobFactory } from '@filmgate/conformance';
import { allJobsQuery, type JobListQuery, type StorageBundle } from '@filmgate/core';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../src/connection/open-store.ts';
import { createRedisStorage, openRedisImport } from '../../src/index.ts';
import { JobKeys } from '../../src/keys/job-keys.ts';
import { packSignatures } from '../../src/search/pack-signatures.ts';
import { positionsPerBlock } from '../../src/search/signature-block.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

const now = 1_750_000_000_000;
const prefix = 'bounded';
const jobs = 20_000;
/** One job in this many has a prompt and properties that no other job has. */
const rarity = 4000;
const rareJobs = jobs / rarity;
const allBlocks = Math.floor((jobs + 1) / positionsPerBlock);

const anything: JobListQuery = {
  ...allJobsQuery,
  owner: null,
  limit: 20,
};

let server: RedisServer;
let admin: Redis;
let store: StorageBundle;

const scenery = [
  'paper boat',
  'puddle',
  'golden light',
  'old harbour',
  'market',
  'snow',
  'neon street',
];

function promptOf(index: number): string {
  const scenes = [0, 1, 2, 3].map((shift) => scenery[Math.floor(index / 7 ** shift) % 7] ?? '');
  const rare = index % rarity === rarity / 2 ? ', a zeppelin' : '';
  return `${scenes.join(' and ')}, take ${String(index)}${rare}`;
}

beforeAll(async () => {
  server = await startRedisServer({ appendfsync: 'everysec' });
  admin = await server.admin();
  const options = { url: server.url, prefix, durability: 'every-second' } as const;
  const target = await openRedisImport(options);
  const make = createJobFactory();
  const records = Array.from({ length: jobs }, (_, index) => {
    const isRare = index % rarity === rarity / 2;
    const wish = { prompt: promptOf(index), model: isRare ? 'rare' : 'common', now: now + index };
    const made = make.jobIn('completed', { ...wish, owner: `user:${String(index % 4)}` });
    const job = { ...made, accountId: isRare ? 'account-rare' : 'account-1' };
    const acceptedAt = job.createdAt;
    const rest = { acceptedAt, claim: null, trail: [], dispatches: [] };
    return { kind: 'job', order: index + 1, job, ...rest } as const;
  });
  for (let from = 0; from < jobs; from += 1000)
    await target.write(records.slice(from, from + 1000));
  await target.close();
  // The process caches next to no jobs.
  store = await createRedisStorage({ ...options, jobsInMemory: 1 });
  const inner = await openStore(options);
  const keys = new JobKeys(inner.keys);
  while (Number(await admin.hget(keys.counters, 'packing')) < allBlocks)
    await packSignatures({ scripts: inner.scripts, keys });
  await inner.close();
}, 180_000);

afterAll(async () => {
  await store.close();
  await server.stop();
});

/** Number of scripts the store runs automatically now and then. */
const ofItsOwn = 4;

/** Cost of a list for the server: scripts run, jobs read, and all commands of scripts. */
async function costOf(query: Partial<JobListQuery>) {
  await admin.config('RESETSTAT');
  const page = await store.reader.list({ ...anything, ...query });
  const statistics = await admin.info('commandstats');
  const calls = new Map(
    [...statistics.matchAll(/cmdstat_([\w|]+):calls=(\d+)/gu)].map(
      ([, name = '', count]) => [name, Number(count)] as const,
    ),
  );
  const callsOf = (name: string): number => calls.get(name) ?? 0;
  const inScripts = ['hget', 'hmget', 'hscan', 'getrange', 'strlen', 'zrange', 'zmscore', 'zcount'];
  return {
    found: page.kind === 'page' ? page.jobs.length : 0,
    scripts: callsOf('evalsha'),
    // Jobs are read with one HGET each; nothing else of a list uses it.
    jobsRead: callsOf('hget'),
    commands: inScripts.reduce((sum, name) => sum + callsOf(name), 0),
  };
}

describe(`[redis.lists.indexed] among ${String(jobs)} jobs`, () => {
  it.each([
    { search: ['zeppelin'] },
    { search: ['Zeppelin'], order: 'oldest-first' as const },
    { search: ['a zeppelin'], models: ['rare'], states: ['completed' as const] },
  ])('a rare text is found by looking at hardly any other job: %j', async (query) => {
    const { found, scripts, jobsRead, commands } = await costOf(query);
    expect(found).toBe(rareJobs);
    expect(jobsRead).toBeGreaterThanOrEqual(rareJobs);
    expect(jobsRead).toBeLessThanOrEqual(2 * rareJobs + 1);
    expect(scripts).toBeLessThan(30);
    // A few bits of each block, and the candidates among the jobs found.
    expect(commands).toBeLessThan(25 * allBlocks);
  });

  it.each(['submarine', 'xqzzy', '一只猫', 'neon harbour puddle lights up'])(
    'a text that no prompt has is known to be missing without looking at jobs: %j',
    async (search) => {
      const { found, scripts, jobsRead, commands } = await costOf({ search: [search] });
      expect(found).toBe(0);
      expect(jobsRead).toBeLessThanOrEqual(jobs / 1000);
      expect(scripts).toBeLessThan(20);
      expect(commands).toBeLessThan(25 * allBlocks);
    },
  );

  it('a common text is found in the newest jobs, and the others are not looked at', async () => {
    const { found, jobsRead, commands } = await costOf({ search: ['golden light'] });
    expect(found).toBe(20);
    expect(jobsRead).toBeLessThanOrEqual(100);
    expect(commands).toBeLessThan(3 * positionsPerBlock);
  });

  it.each([
    { models: ['rare'] },
    { accountId: 'account-rare' },
    { models: ['rare'], accountId: 'account-rare', states: ['completed' as const] },
    { models: ['rare'], owner: 'user:0' },
    { accountId: 'account-rare', models: ['common'] },
  ])('a rare model or account costs as much as there is of it: %j', async (query) => {
    const { scripts, jobsRead, commands } = await costOf(query);
    expect(jobsRead).toBeLessThanOrEqual(rareJobs);
    expect(scripts).toBeLessThanOrEqual(2 + ofItsOwn);
    expect(commands).toBeLessThan(60);
  });

  it('what common lists have not in common is found out in bounded steps', async () => {
    const none = await costOf({ models: ['common'], owner: 'user:1', states: ['failed'] });
    expect([none.found, none.jobsRead]).toEqual([0, 0]);
    expect(none.scripts).toBeLessThanOrEqual(1 + ofItsOwn);
    // Every fourth job is of the owner, and none of them local: each call checks a thousand at most.
    const local = await costOf({ models: ['common'], owner: 'user:1', surface: 'local' });
    expect([local.found, local.jobsRead]).toEqual([0, 0]);
    const calls = Math.ceil(jobs / 4 / 1024);
    expect(local.scripts).toBeGreaterThanOrEqual(calls);
    expect(local.scripts).toBeLessThanOrEqual(calls + ofItsOwn);
  });
});
