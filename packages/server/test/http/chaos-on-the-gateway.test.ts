import { drawFaults, type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { callTask } from './call-task.ts';
import { createMovedClock } from './moved-clock.ts';
import { smallest } from './prompts.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

/** `CHAOS_SEEDS=FIRST..LAST` runs others: `npm run soak:chaos` has 200. */
const [first = 1, last = 30] = (process.env['CHAOS_SEEDS'] ?? '')
  .split('..')
  .filter((text) => text !== '')
  .map(Number);
const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
/** The mock draws a whole video for each. */
const timeoutMs = 60_000 + 3_000 * seeds.length;

/** Moved ahead by the test, for the gateway and the mock: pauses, waits and proofs by time take no real time. */
const clock = createMovedClock();
let mock: MockServer;
let gateway: Gateway;
beforeAll(async () => {
  const address = { host: '127.0.0.1', port: 0, control: true };
  mock = await startMockServer({ ...address, speed: 1000, seed: 'seed', now: () => clock.now() });
  gateway = await startGateway({
    wrapPorts: clock.wrapPorts,
    env: { FILMGATE_MOCK_URL: mock.url },
  });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
});

/** Faults of the first submissions of one video, by seed. A lost one can be searched for. */
function faultsOf(seed: number): string {
  const drawn = [1, 2, 3].flatMap((attempt) => {
    const fault = drawFaults({ profile: 'lossy', seed: String(seed) }, 'video', attempt);
    return fault === '' ? [] : fault.split(',').map((token) => `${token}@${attempt}`);
  });
  return [...drawn, 'findable', 'queue=1s', 'run=2s'].join(',');
}

const verdictSchema = z.object({ findings: z.array(z.unknown()) });

/** Creates the task of a seed; a gateway whose provider has just failed accepts none for a while. */
async function create(seed: number): Promise<string> {
  const attempt = async () => {
    const body = smallest(`seed ${seed} [[mock:${faultsOf(seed)}]]`);
    const id = (await callTask(gateway, '/v1/videos', body))?.id;
    if (id === undefined) clock.byMs += 30_000;
    return id;
  };
  let id: string | undefined;
  const made = async () => {
    id ??= await attempt();
    return id;
  };
  await expect.poll(made, { interval: 10 }).toBeDefined();
  return String(id);
}

/** Polls the tasks until all have ended; of a lost request, an operator requests the proof. */
async function untilEnded(ids: ReadonlyMap<number, string>): Promise<void> {
  const open = new Map(ids);
  const look = async () => {
    clock.byMs += 60_000;
    for (const [seed, id] of open) {
      if (faultsOf(seed).includes('lost-request'))
        await gateway.adminFetch(`jobs/${id}/check`, { method: 'POST' });
      const status = (await callTask(gateway, `/v1/videos/${id}`))?.status ?? '';
      if (/completed|failed/.test(status)) open.delete(seed);
    }
    return [...open.keys()];
  };
  await expect.poll(look, { timeout: timeoutMs, interval: 100 }).toEqual([]);
}

it(
  `[mock.chaos] a gateway is clean, whatever seeds ${first} to ${last} deal its submissions, reads and downloads`,
  async () => {
    const ids = new Map<number, string>();
    for (const seed of seeds) ids.set(seed, await create(seed));
    await untilEnded(ids);
    const response: unknown = await (await fetch(`${mock.url}/_mock/verdict?by=client`)).json();
    const { findings } = verdictSchema.parse(response);
    const found = JSON.stringify(findings);
    const guilty = [...ids].filter(([, id]) => found.includes(`id:${id}.`));
    expect(findings, `seeds ${guilty.map(([seed]) => seed).join()}`).toEqual([]);
    const counts = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
    expect(counts).toMatchObject({ running: 0, failed: 0 });
  },
  timeoutMs,
);
