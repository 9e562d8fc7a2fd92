import { equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMockServer } from '@filmgate/upstream-mock';
import * as z from 'zod';
import { createCaller } from './caller.ts';
import { createVideoUser } from './create-video-user.ts';
import { keys, startNode } from './start-node.ts';
import { startRedis } from './start-redis.ts';

/** Two gateways on one Redis: whichever is called, there is one response, one job and one payment. */

const ledgerSchema = z.object({ accepted: z.number() });

async function sizeOf(url: string): Promise<number> {
  const response = await fetch(url);
  equal(response.status, 200);
  return (await response.arrayBuffer()).byteLength;
}

const folder = await mkdtemp(join(tmpdir(), 'filmgate-example-'));
const redis = await startRedis(folder);
const mock = await startMockServer({
  host: '127.0.0.1',
  port: 0,
  speed: 200,
  seed: 'example',
  control: true,
  now: Date.now,
});
const shared = { redisUrl: redis.url, mockUrl: mock.url, dataDirectory: join(folder, 'data') };
const nodes = [await startNode(shared), await startNode(shared)] as const;
try {
  const user = await createVideoUser(nodes[0].localUrl, keys.admin);
  const one = createCaller(nodes[0], { user, service: keys.service });
  const other = createCaller(nodes[1], { user, service: keys.service });

  // The same key to both at once is one job.
  const prompt = 'A lantern in the rain';
  const made = await Promise.all([one.create(prompt, 'lantern'), other.create(prompt, 'lantern')]);
  equal(made[0].id, made[1].id);

  // Made on one, awaited and listed on the other.
  const { id } = await one.create('A lighthouse at dawn', 'lighthouse');
  const video = await other.awaitEnd(id);
  equal(video.status, 'completed');
  ok((await other.list()).some((task) => task.id === id));

  // Downloaded from either.
  const link = new URL(video.video_url ?? '');
  const sizes = await Promise.all(
    nodes.map(({ tasksUrl }) => sizeOf(`${tasksUrl}${link.pathname}${link.search}`)),
  );
  equal(sizes[0], sizes[1]);

  // A call that waits for its video receives its response whichever node runs the job.
  ok((await sizeOf(await other.generate('A boat in the fog'))) > 10_000);

  // The provider was asked once for each.
  await one.awaitEnd(made[0].id);
  const ledger = await fetch(`${mock.url}/_mock/ledger`);
  equal(ledgerSchema.parse(await ledger.json()).accepted, 3);
  process.stdout.write('three videos by two nodes, each paid for once\n');
} finally {
  await Promise.all(nodes.map((node) => node.stop()));
  await mock.close();
  await redis.stop();
  await rm(folder, { recursive: true });
}
