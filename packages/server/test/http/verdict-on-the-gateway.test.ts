import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callTask } from './call-task.ts';
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

/** What the mock does to one video each, after it told of it. */
const afterwards = [
  'status-404=2',
  'poll-500=2',
  'poll-429=2',
  'poll-html=2',
  'poll-error-in-200=2',
  'unknown-state',
  'list-lag=10s',
  'link-life=10s',
  'result-kept=1h',
  'no-url=2',
  'url-403=2',
  'result-cut=2',
  'result-down=2s',
  'one-use,result-cut=1',
  'url-expires=5s,result-cut=1',
  'cut-after=150000',
  'drip=20s',
  'fail=policy',
  'charged-failure',
  'credits-end=50%',
  'dup-accept',
  'stall=20s',
  'backwards',
  'completed-then-failed=20s',
];
/** Failed ones among them, and jobs that came of another's submission. */
const failing = 4;
const doubles = 1;

/** What it does to the response: after each the gateway lets the provider rest. */
const unproven = [
  'lost-response,findable',
  '500-after-accept,findable',
  'garbled-after-accept,findable',
  'edge-page-after-accept,findable',
  'error-in-200-after-accept,findable',
  '504-after-accept,findable',
  'html-200-after-accept,findable',
  'wrong-id-after-accept,findable',
  '502-after-accept,findable',
  'unlisted-code-after-accept,findable',
  'no-id-after-accept,findable',
  'hang-after-accept=2s,findable',
];

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
  'truncate=60%',
  'html-body',
  'no-moov',
  'wrong-duration',
];

/** After these the gateway goes on looking for longer than a test: what it must not do is to send the work again. */
const unending = [
  'vanish=2s',
  'lost-request',
  'hang-before-accept=2s',
  '500-before-accept',
  '502-before-accept',
  '504-before-accept',
  'garbled-before-accept',
  'html-200-before-accept',
  'wrong-id-before-accept',
  'edge-page',
  'unlisted-code',
  'error-in-200',
  'refuse=400',
  'refuse=403',
  'refuse=429',
  'refuse=503',
  'poll-401=2',
];
const neverAccepted = unending.length - 2;

/** By the end of the tests about reads and files. */
const acceptedBefore = afterwards.length + doubles + hopeless.length;

/** Creates a task; a gateway whose provider has just failed takes none for a while. */
async function create(prompt: string): Promise<string> {
  let id: string | undefined;
  const attempt = async () => {
    id ??= (await callTask(gateway, '/v1/videos', { prompt }))?.id;
    return id;
  };
  await expect.poll(attempt, { timeout: 20_000, interval: 200 }).toBeDefined();
  return String(id);
}

const prompt = (fault: string) => `a kite [[mock:${fault},queue=1s,run=2s]]`;

/** Creates a task for each fault, and waits until all have ended. */
async function endEach(faults: readonly string[]): Promise<void> {
  const ids: string[] = [];
  for (const fault of faults) ids.push(await create(prompt(fault)));
  for (const [index, id] of ids.entries()) {
    const status = async () => (await callTask(gateway, `/v1/videos/${id}`))?.status;
    await expect
      .poll(status, { timeout: 30_000, interval: 200, message: faults[index] ?? '' })
      .toMatch(/completed|failed/);
  }
}

async function expectClean(counts: object): Promise<void> {
  const verdict = await (await fetch(`${mock.url}/_mock/verdict`)).json();
  expect(verdict).toMatchObject({ clean: true, findings: [] });
  const counted = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
  expect(counted).toMatchObject(counts);
}

it('[mock.verdict] of a gateway is clean, whatever fault its reads and downloads meet, and however its jobs fail', async () => {
  await endEach(afterwards);
  await expectClean({ accepted: afterwards.length + doubles, failed: failing });
});

it('[mock.verdict] [mock.guard-exemption] of a gateway is clean, also of files that cannot be had or lead to a private address', async () => {
  const asked = async () => {
    const journal = await (await fetch(`${mock.url}/_mock/journal?op=result&limit=1000`)).json();
    const { entries } = z
      .object({ entries: z.array(z.object({ job: z.string() })) })
      .parse(journal);
    return new Set(entries.map(({ job }) => job)).size;
  };
  const before = await asked();
  for (const fault of hopeless) await create(prompt(fault));
  await expect
    .poll(asked, { timeout: 30_000, interval: 200 })
    .toBeGreaterThanOrEqual(before + hopeless.length);
  // What was asked for may still be on its way.
  const counts = { accepted: acceptedBefore, failed: failing };
  await vi.waitFor(() => expectClean(counts), { timeout: 10_000, interval: 200 });
});

it('[mock.verdict] of a gateway is clean, whatever befalls the response to an accepted submission that can be looked up', async () => {
  await endEach(unproven);
  await expectClean({ accepted: acceptedBefore + unproven.length, failed: failing });
}, 120_000);

it('[mock.verdict] of a gateway is clean, whatever it must not send again', async () => {
  for (const fault of unending) await create(prompt(fault));
  const accepted = acceptedBefore + unproven.length + unending.length - neverAccepted;
  // What was taken last may still be on its way.
  await vi.waitFor(() => expectClean({ accepted, failed: failing }), {
    timeout: 20_000,
    interval: 200,
  });
}, 120_000);
