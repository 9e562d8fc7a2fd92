import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';

const jobList = z.object({
  data: z.array(z.object({ id: z.string() })),
  unreadable: z.array(z.string()),
});
const unreadableList = z.object({
  data: z.array(z.object({ id: z.string(), reason: z.string(), noticed_at: z.string() })),
  total: z.int(),
});

async function listed(gateway: Gateway, query: string): Promise<readonly string[]> {
  const response = await gateway.adminFetch(`jobs?${query}`);
  return jobList.parse(jsonOf(response)).data.map(({ id }) => id);
}

function damage(dataDir: string, id: string): void {
  const database = new DatabaseSync(join(dataDir, 'filmgate.db'));
  database.prepare("update job set request = '{' where id = ?").run(id);
  database.close();
}

it('[accepted.set-aside][accepted.set-aside-told] a gateway starts beside a job it cannot read, and names it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-unreadable-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startGateway({ dataDir });
  const { id: user, key } = await first.createApiUser({ totalLimit: 1_000 });
  const create = async (gateway: Gateway, prompt: string) => {
    const created = await tasksClient(gateway.tasksUrl, key).create({ prompt });
    expect(created.status).toBe(202);
    return z.object({ id: z.string() }).parse(jsonOf(created)).id;
  };
  const lost = await create(first, 'lost [[mock:lost-response]]');
  await eventually(
    async () => ((await listed(first, 'state=outcome_unknown')).length === 1 ? true : undefined),
    { what: 'an unknown outcome' },
  );
  const { held } = await first.usageOf(user);
  expect(held).toBeGreaterThan(0);
  await first.stop();
  damage(dataDir, lost);

  const env = { FILMGATE_METRICS_TOKEN: 'token-of-the-metrics' };
  const again = await startGateway({ dataDir, accounts: [], env });
  onTestFinished(() => again.stop());
  const made = await create(again, 'a boat');
  await eventually(
    async () => ((await listed(again, 'state=completed')).includes(made) ? true : undefined),
    { what: 'a video made beside it' },
  );
  expect(await listed(again, '')).toEqual([made]);
  expect(await again.usageOf(user)).toMatchObject({ held });
  const unreadable = unreadableList.parse(jsonOf(await again.adminFetch('unreadable-jobs')));
  expect(unreadable).toEqual({
    data: [{ id: lost, reason: 'request is not JSON', noticed_at: expect.any(String) }],
    total: 1,
  });
  const metrics = await fetch(`${again.localUrl}/metrics`, {
    headers: { authorization: `Bearer ${env.FILMGATE_METRICS_TOKEN}` },
  });
  expect(await metrics.text()).toContain('\nfilmgate_unreadable_jobs 1\n');
  const task = await tasksClient(again.tasksUrl, key).request(`/v1/videos/${lost}`);
  expect(task.status).toBe(503);
  expect((await again.adminFetch(`jobs/${lost}`)).status).toBe(503);
});

it('[accepted.list-survives] a job that cannot be shown hides no other of its list, and is reported by its id', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-unshown-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startGateway({ dataDir });
  const { key } = await first.createApiUser({ totalLimit: 1_000 });
  const ids = [];
  for (const prompt of ['lost [[mock:lost-response]]', 'a boat']) {
    const created = await tasksClient(first.tasksUrl, key).create({ prompt });
    ids.push(z.object({ id: z.string() }).parse(jsonOf(created)).id);
  }
  const [bad = '', good = ''] = ids;
  await eventually(
    async () => ((await listed(first, 'state=outcome_unknown')).includes(bad) ? true : undefined),
    { what: 'an unknown outcome' },
  );
  await first.stop();
  const database = new DatabaseSync(join(dataDir, 'filmgate.db'));
  database.prepare('update job set deadline_at = 9e15 where id = ?').run(bad);
  database.close();

  const again = await startGateway({ dataDir, accounts: [] });
  onTestFinished(() => again.stop());
  const response = await again.adminFetch('jobs');
  expect(response.status, response.text).toBe(200);
  const { data, unreadable } = jobList.parse(jsonOf(response));
  expect([data.map(({ id }) => id), unreadable]).toEqual([[good], [bad]]);
});
