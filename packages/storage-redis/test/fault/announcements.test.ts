import { createJobFactory, Scene } from '@filmgate/conformance';
import { progress } from '@filmgate/conformance';
import type { Job, StorageBundle } from '@filmgate/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createRedisStorage } from '../../src/index.ts';
import { type RedisServer, startRedisServer } from '../support/redis-server.ts';

let server: RedisServer;
let listening: StorageBundle;
let changing: StorageBundle;
let stores = 0;

beforeAll(async () => {
  server = await startRedisServer();
});
afterAll(() => server.stop());

beforeEach(async () => {
  stores += 1;
  const prefix = `announcements-${String(stores)}`;
  changing = await createRedisStorage({ url: server.url, prefix });
  listening = await createRedisStorage({ url: server.url, prefix, reconnectAfterMs: 400 });
});

afterEach(async () => {
  await listening.close();
  await changing.close();
});

/** Cuts off all listeners; none reconnects before the pause of `listening` is over. */
async function cutListeners(): Promise<void> {
  await (await server.admin()).call('CLIENT', 'KILL', 'TYPE', 'pubsub');
}

it('[redis.events.resync] what was announced during a break is looked up after it: who waits for a job, who hears of all, and runners', async () => {
  const scene = new Scene(changing);
  await scene.account('account-1');
  const waitedFor = await scene.acceptIn('submitted');
  const other = await scene.acceptIn('submitted');
  const reported: Job[] = [];
  const reportedOfAll: Job[] = [];
  let work = 0;
  listening.events.subscribe(waitedFor.id, (job) => void reported.push(job));
  listening.events.subscribeAll((job) => void reportedOfAll.push(job));
  listening.events.onWork(() => (work += 1));
  await cutListeners();
  const changed = await scene.step(waitedFor, progress);
  const last = await scene.step(changed, progress);
  const alsoLast = await scene.step(other, progress);
  await expect.poll(() => reported.at(-1), { timeout: 20_000 }).toEqual(last);
  await expect
    .poll(() => reportedOfAll.filter(({ id }) => id === other.id).at(-1), { timeout: 20_000 })
    .toEqual(alsoLast);
  await expect.poll(() => work, { timeout: 20_000 }).toBeGreaterThan(0);
  const versions = reported.map(({ version }) => version);
  expect(versions).toEqual([...new Set(versions)].toSorted((one, two) => one - two));
});

it('[redis.events.resync] a server that was away is listened to again, and its messages from then on are announced', async () => {
  const scene = new Scene(changing);
  await scene.account('account-1');
  const job = await scene.acceptIn('submitted');
  const reported: Job[] = [];
  listening.events.subscribe(job.id, (changed) => void reported.push(changed));
  await server.restart('kept');
  await expect
    .poll(
      () =>
        listening.ping().then(
          () => 'up',
          () => 'down',
        ),
      { timeout: 20_000 },
    )
    .toBe('up');
  const first = await scene.step(job, progress);
  await expect.poll(() => reported.at(-1), { timeout: 20_000 }).toEqual(first);
  const second = await scene.step(first, progress);
  await expect.poll(() => reported.at(-1), { timeout: 20_000 }).toEqual(second);
});

it("a change resolves when this node's own listeners have been told of it", async () => {
  const reported: string[] = [];
  changing.events.subscribeAll(({ id }) => void reported.push(id));
  const make = createJobFactory(5);
  for (let count = 0; count < 50; count += 1) {
    const job = make.newJob();
    const input = { job, idempotency: null, queueLimit: 100, now: job.createdAt };
    await changing.jobs.acceptJob(input);
    expect(reported.at(-1)).toBe(job.id);
  }
});

it('a change resolves even though no node listens any more', async () => {
  await cutListeners();
  const job = createJobFactory(6).newJob();
  const input = { job, idempotency: null, queueLimit: 100, now: job.createdAt };
  expect((await listening.jobs.acceptJob(input)).kind).toBe('accepted');
});
