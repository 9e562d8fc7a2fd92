import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { jsonOf } from './response.ts';
import { eventually } from './eventually.ts';
import { createMovedClock } from './moved-clock.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';

const figures = z.object({
  accepted: z.int(),
  completed: z.int(),
  credits_spent: z.number(),
  calls: z.int(),
  to_result: z.object({ count: z.int(), p50_ms: z.number().nullable() }),
});
const overviewSchema = z.object({
  version: z.string(),
  store: z.object({ name: z.string(), response_ms: z.number() }),
  queue: z.object({ unknown_outcomes: z.int(), need_resolution: z.int() }),
  today: figures.nullable(),
  disk: z.object({
    results_bytes: z.int().nullable(),
    database_bytes: z.int().nullable(),
    free_bytes: z.int().nullable(),
  }),
  request_log: z.object({ bytes: z.int(), max_bytes: z.int(), removed_rows: z.int() }),
});
const samplesSchema = z.object({
  data: z.array(z.object({ at: z.string(), samples: z.int() })),
  total: figures.nullable(),
});

/** Sets the gateway's clock to noon: its events belong to one day, whenever the test runs. */
function noon() {
  const dayMs = 24 * 3_600_000;
  return createMovedClock(dayMs / 2 - (Date.now() % dayMs));
}

async function overviewOf(gateway: Gateway) {
  return overviewSchema.parse(jsonOf(await gateway.adminFetch('overview')));
}

it('[samples.minutes][samples.counts][overview.route][overview.disk] past events are shown, also after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'filmgate-figures-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const clock = noon();
  const { wrapPorts } = clock;
  const first = await startGateway({ dataDir, wrapPorts });
  try {
    const tasks = tasksClient(first.tasksUrl, first.apiUserKey);
    const prompts = ['a boat', 'a kite', 'lost [[mock:lost-response]]'];
    for (const prompt of prompts) expect((await tasks.create({ prompt })).status).toBe(202);
    const { disk, store, version } = await eventually(
      async () => {
        const overview = await overviewOf(first);
        return overview.queue.need_resolution === 1 ? overview : undefined;
      },
      { what: 'an outcome that needs a resolution' },
    );
    expect(store.name).toBe('sqlite');
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(disk.free_bytes).toBeGreaterThan(0);
    await eventually(async () => ((await first.mock.ledger()).completed === 3 ? true : undefined), {
      what: 'three finished videos',
    });
    await eventually(
      async () => {
        const response = await first.adminFetch('jobs?state=completed');
        return z.object({ data: z.array(z.unknown()) }).parse(jsonOf(response)).data.length === 2
          ? true
          : undefined;
      },
      { what: 'two completed jobs' },
    );
  } finally {
    await first.stop();
  }
  const second = await startGateway({ dataDir, accounts: [], wrapPorts });
  try {
    const {
      today,
      disk,
      request_log: requestLog,
    } = await eventually(
      async () => {
        const overview = await overviewOf(second);
        return overview.disk.results_bytes === null ? undefined : overview;
      },
      { what: 'a measured disk' },
    );
    expect(today).toMatchObject({ accepted: 3, completed: 2, to_result: { count: 2 } });
    expect(today?.calls).toBeGreaterThanOrEqual(3);
    // Two videos were paid for; the outcome of the third is unknown.
    expect(today?.credits_spent).toBeGreaterThan(0);
    expect(disk.results_bytes).toBeGreaterThan(1_000);
    expect(disk.database_bytes).toBeGreaterThan(1_000);
    expect(requestLog.bytes).toBeGreaterThan(1_000);
    expect(requestLog).toMatchObject({ max_bytes: 2 ** 30, removed_rows: 0 });
    const now = clock.now();
    const span = `from=${new Date(now - 600_000).toISOString()}&to=${new Date(now + 60_000).toISOString()}`;
    const samples = samplesSchema.parse(jsonOf(await second.adminFetch(`samples?${span}&step=60`)));
    expect(samples.data.length).toBeGreaterThan(0);
    expect(samples.total?.completed).toBe(2);
  } finally {
    await second.stop();
  }
}, 60_000);
