import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { send } from '../response.ts';
import type { Gateway } from '../start-gateway.ts';
import { taskOf, tasksClient } from '../tasks-client.ts';
import { useFleet } from './fleet-world.ts';
import { useBucket } from './use-bucket.ts';

const fleet = useFleet();
const bucket = useBucket();
let one: Gateway;
let other: Gateway;

beforeAll(async () => {
  one = await fleet.node({ env: bucket.env, dataDir: await bucket.newFolder() });
  other = await fleet.node({ env: bucket.env, dataDir: await bucket.newFolder() });
}, 60_000);

it('[fleet.any-node] two nodes without a folder in common have their videos in one bucket, ranges and all', async () => {
  const { id } = taskOf(
    await tasksClient(one.tasksUrl, one.apiUserKey).create({ prompt: 'in a bucket', seconds: 5 }),
  );
  const task = await tasksClient(other.tasksUrl, one.apiUserKey).completed(id);
  const link = new URL(task.video_url ?? '');
  const [here, there] = [one, other].map(
    ({ tasksUrl }) => `${tasksUrl}${link.pathname}${link.search}`,
  );
  const whole = await send(here ?? '');
  expect(whole.status).toBe(200);
  const part = await send(there ?? '', { headers: { range: 'bytes=1000-4999' } });
  expect(part.status).toBe(206);
  expect(Buffer.compare(part.bytes, whole.bytes.subarray(1_000, 5_000))).toBe(0);
  // Bytes that passed through are not kept.
  for (const { dataDir } of [one, other]) {
    expect(await readdir(join(dataDir, 'spool'))).toEqual([]);
    expect(await readdir(dataDir)).not.toContain('results');
  }
});

it('[fleet.mismatch-refused] a node with another prefix of the bucket is refused', async () => {
  const elsewhere = {
    ...bucket.env,
    FILMGATE_S3_PREFIX: 'elsewhere',
    FILMGATE_DATA_DIR: await bucket.newFolder(),
  };
  await expect(fleet.bareNode(elsewhere)).rejects.toThrow(/configured for another result store/);
});
