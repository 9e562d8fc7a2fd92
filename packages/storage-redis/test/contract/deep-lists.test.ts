import { createJobFactory } from '@filmgate/conformance';
import { allJobsQuery, type JobListQuery, type StorageBundle } from '@filmgate/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

/** More than is read in one turn, in lists and among changes. */
const jobs = 1200;
/** All but one in this many lack the searched text. */
const rarity = 100;
const now = 1_750_000_000_000;

const anything: JobListQuery = {
  ...allJobsQuery,
  owner: null,
  limit: 1000,
};

let server: RedisServer;
let store: StorageBundle;
const made: string[] = [];

beforeAll(async () => {
  // Many jobs are accepted one after the other; a slow disk would take its time for each.
  server = await startRedisServer({ appendfsync: 'everysec' });
  // The process caches hardly any job, as where many have been made.
  store = await createRedisStorage({
    url: server.url,
    prefix: 'deep',
    jobsInMemory: 10,
    durability: 'every-second',
  });
  const make = createJobFactory();
  for (let index = 0; index < jobs; index += 1) {
    const prompt = index % rarity === 0 ? 'a needle' : 'hay';
    const surface = index % 2 === 0 ? 'tasks' : 'local';
    // All within a few ms, so that most share their instant with hundreds of others.
    const job = make.newJob({
      owner: `user:${String(index % 3)}`,
      surface,
      prompt,
      now: now + Math.floor(index / 500),
    });
    const input = { job, idempotency: null, queueLimit: 1e6, now };
    expect((await store.jobs.acceptJob(input)).kind).toBe('accepted');
    made.push(job.id);
  }
}, 60_000);

afterAll(async () => {
  await store.close();
  await server.stop();
});

async function everyPage(query: Partial<JobListQuery>): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const after = ids.at(-1) ?? null;
    const page = await store.reader.list({ ...anything, ...query, after });
    if (page.kind === 'cursor-unknown') throw new Error('the cursor is unknown');
    ids.push(...page.jobs.map(({ id }) => id));
    if (!page.hasMore) return ids;
  }
}

describe('lists deeper than one turn', () => {
  it.each([
    { search: ['NEEDLE'], limit: 5 },
    { search: ['NEEDLE'], limit: 5, order: 'oldest-first' as const },
  ])('are searched to the end, without a gap and without a repeat: %j', async (query) => {
    const needles = made.filter((_, index) => index % rarity === 0);
    const isUp = 'order' in query;
    expect(await everyPage(query)).toEqual(isUp ? needles : needles.toReversed());
  });

  it('join page by page among jobs of one instant, whatever narrows them', async () => {
    const mine = made.filter((_, index) => index % 3 === 1 && index % 2 === 0);
    const query = { owner: 'user:1', surface: 'tasks', states: ['queued'], limit: 7 } as const;
    expect(await everyPage(query)).toEqual(mine.toReversed());
    expect(await everyPage({ ...query, order: 'oldest-first' })).toEqual(mine);
  });

  it('end at the span asked for, also when a page starts within it', async () => {
    const span = { createdFrom: now + 1, createdUntil: now + 2, limit: 90 };
    expect(await everyPage(span)).toEqual(made.slice(500, 1000).toReversed());
    expect(await everyPage({ ...span, order: 'oldest-first' })).toEqual(made.slice(500, 1000));
  });

  it('a page that starts outside of the span holds what of it follows', async () => {
    const span = { createdFrom: now + 1, createdUntil: now + 2, limit: 3 };
    const after = made.at(-1) ?? '';
    const page = await store.reader.list({ ...anything, ...span, after });
    expect(page).toMatchObject({ kind: 'page', hasMore: true });
    const up = { ...anything, ...span, order: 'oldest-first', after } as const;
    expect(await store.reader.list(up)).toEqual({ kind: 'page', jobs: [], hasMore: false });
  });

  it('all changes are returned, or `too many`', async () => {
    const asked = { owner: null, surface: null, at: now, limit: jobs };
    const changed = await store.reader.changedSince(asked);
    expect(changed.kind === 'changed' && changed.jobs.map(({ id }) => id)).toEqual(made);
    expect(await store.reader.changedSince({ ...asked, limit: jobs - 1 })).toEqual({
      kind: 'too-many',
    });
  });
});
