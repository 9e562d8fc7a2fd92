import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type Gateway, startGateway } from './start-gateway.ts';

const speed = 20;
let mock: MockServer;
let gateway: Gateway;
beforeAll(async () => {
  const place = { host: '127.0.0.1', port: 0, control: true };
  mock = await startMockServer({ ...place, speed, seed: 'seed', now: () => Date.now() });
  gateway = await startGateway({
    env: { FILMGATE_MOCK_URL: mock.url, FILMGATE_MOCK_SPEED: String(speed) },
  });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
});

/** What the mock does to one video each. Lost responses come last: after each the gateway lets the provider rest. */
const faults = [
  'status-404=2',
  'poll-500=2',
  'poll-429=2',
  'poll-html=2',
  'no-url=2',
  'url-403=2',
  'result-cut=2',
  'result-down=2s',
  'fail=policy',
  'one-use,result-cut=1',
  'url-expires=5s,result-cut=1',
  'cut-after=150000',
  'drip=20s',
  'lost-response,findable',
  '500-after-accept,findable',
  'garbled-after-accept,findable',
  'edge-page-after-accept,findable',
  'error-in-200-after-accept,findable',
];

const taskSchema = z.object({ id: z.string(), status: z.string() });

async function call(path: string, body?: unknown) {
  const response = await fetch(`${gateway.tasksUrl}${path}`, {
    headers: {
      authorization: `Bearer ${gateway.apiUserKey}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  });
  return taskSchema.safeParse(await response.json()).data;
}

/** Creates a task; a gateway whose provider has just failed takes none for a while. */
async function create(prompt: string): Promise<string> {
  let id: string | undefined;
  const attempt = async () => {
    id ??= (await call('/v1/videos', { prompt }))?.id;
    return id;
  };
  await expect.poll(attempt, { timeout: 20_000, interval: 200 }).toBeDefined();
  return String(id);
}

/** Files that cannot be had, or are none of what was asked for: of the first five the gateway goes on to ask. */
const hopeless = [
  'redirect',
  'redirect-host',
  'redirect-private',
  'redirect-metadata',
  'length-lie',
  'result-gone',
  'corrupt',
  'wrong-size',
];

it('[mock.verdict] of a gateway is clean, whatever fault its submissions, reads and downloads meet', async () => {
  const ids: string[] = [];
  for (const fault of faults) ids.push(await create(`a kite [[mock:${fault},queue=1s,run=2s]]`));
  for (const [index, id] of ids.entries()) {
    const status = async () => (await call(`/v1/videos/${id}`))?.status;
    await expect
      .poll(status, { timeout: 30_000, interval: 200, message: faults[index] ?? '' })
      .toMatch(/completed|failed/);
  }
  for (const fault of hopeless) await create(`a cliff [[mock:${fault},queue=0s,run=0s]]`);
  const asked = async () => {
    const journal = await (await fetch(`${mock.url}/_mock/journal?op=result&limit=1000`)).json();
    const { entries } = z
      .object({ entries: z.array(z.object({ job: z.string() })) })
      .parse(journal);
    return new Set(entries.map(({ job }) => job)).size;
  };
  await expect
    .poll(asked, { timeout: 30_000, interval: 200 })
    .toBe(faults.length - 1 + hopeless.length);
  const findings = async () => {
    const verdict = await (await fetch(`${mock.url}/_mock/verdict`)).json();
    return z.object({ findings: z.array(z.unknown()) }).parse(verdict).findings;
  };
  // What was asked for may still be on its way.
  await expect.poll(findings, { timeout: 10_000, interval: 200 }).toEqual([]);
  const counts = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
  expect(counts).toMatchObject({ accepted: faults.length + hopeless.length, failed: 1 });
});
