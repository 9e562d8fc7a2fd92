import { expect, it } from 'vitest';
import { send } from '../../http/response.ts';
import { useFleet } from '../../http/fleet/fleet-world.ts';
import { useBucket } from '../../http/fleet/use-bucket.ts';
import type { Gateway } from '../../http/start-gateway.ts';
import { taskOf, tasksClient } from '../../http/tasks-client.ts';
import { migrateHere } from './migrate-here.ts';

const fleet = useFleet();
const bucket = useBucket();

async function video({ tasksUrl }: Gateway, key: string, id: string): Promise<Uint8Array> {
  const task = await tasksClient(tasksUrl, key).completed(id);
  const link = new URL(task.video_url ?? '');
  const response = await send(`${tasksUrl}${link.pathname}${link.search}`);
  expect(response.status).toBe(200);
  return response.bytes;
}

it('[migration.bytes] videos of the data directory are in the bucket afterwards, for nodes that have no folder in common with it', async () => {
  const env = { FILMGATE_STORAGE: 'sqlite', FILMGATE_REDIS_URL: undefined };
  const old = await fleet.node({ env });
  const client = tasksClient(old.tasksUrl, old.apiUserKey);
  const { id } = taskOf(await client.create({ prompt: 'brought along', seconds: 5 }));
  const before = await video(old, old.apiUserKey, id);
  await old.stop();
  const moved = await migrateHere({
    ...fleet.env,
    ...bucket.env,
    FILMGATE_DATA_DIR: fleet.dataDir,
  });
  expect(moved).toMatchObject({ kind: 'moved' });
  const fresh = await fleet.node({ env: bucket.env, dataDir: await bucket.newFolder() });
  const after = await video(fresh, old.apiUserKey, id);
  expect(after.length).toBeGreaterThan(10_000);
  expect(Buffer.compare(after, before)).toBe(0);
}, 120_000);
