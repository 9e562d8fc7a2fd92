import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { callTask } from './call-task.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

const speed = 20;
let mock: MockServer;
let gateways: Gateway[] = [];
/** Expected counts of the ledger by now. */
let counted = { accepted: 0, failed: 0 };

/** Starts a mock for the enclosing `describe` block, and closes the gateways opened on it. */
function useMock(): void {
  beforeAll(async () => {
    gateways = [];
    counted = { accepted: 0, failed: 0 };
    const address = { host: '127.0.0.1', port: 0, control: true };
    mock = await startMockServer({ ...address, speed, seed: 'seed', now: () => Date.now() });
  });
  afterAll(async () => {
    for (const gateway of gateways) await gateway.stop();
    await mock.close();
  });
}

async function openGateway(): Promise<Gateway> {
  const gateway = await startGateway({
    env: { FILMGATE_MOCK_URL: mock.url, FILMGATE_MOCK_SPEED: String(speed) },
  });
  gateways.push(gateway);
  return gateway;
}

/** Faults of the mock for one video each, after it reported the video. */
const afterwards = [
  'reads=404:2',
  'reads=500:2',
  'reads=429:2',
  'reads=502:2',
  'reads=error-in-200:2',
  'unknown-state',
  'list-lag=10s',
  'url-expires=10s',
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
  'callback-lost',
  'callback-twice',
  'callback-late=10s',
  'callback-bad-signature',
  'callback-before-answer',
  'duplicate-accepted',
];
/** Number of failed ones among them, and of jobs caused by another's submission. */
const failing = 3;
const doubles = 1;

/** Faults of the response to an accepted submission. */
const unproven = [
  'lost-response',
  'response=500',
  'response=garbled',
  'response=502',
  'response=error-in-200',
  'response=504',
  'response=html',
  'response=wrong-id',
  'response=408',
  'response=409',
  'response=413',
  'response=429',
  'response=503',
  'response=cut',
  'response=unlisted-code',
  'response=no-id',
  'response=hang:2s',
];

/** Faults with and without an acceptance, chosen by the seed. */
const drawn = [
  'response=lost,accepted=random',
  'response=hang:2s,accepted=random',
  'response=500,accepted=random',
  'response=502,accepted=random',
  'response=504,accepted=random',
  'response=garbled,accepted=random',
  'response=html,accepted=random',
  'response=wrong-id,accepted=random',
];

/** Files that are missing or invalid: the gateway continues to fetch most of them. */
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

/** Faults after which the gateway searches for longer than a test: it must not send the work again. */
const unending = [
  'completed-then-failed=20s',
  'vanish=2s',
  'lost-request',
  'response=hang:2s,accepted=no',
  'response=500,accepted=no',
  'response=502,accepted=no',
  'response=504,accepted=no',
  'response=garbled,accepted=no',
  'response=html,accepted=no',
  'response=wrong-id,accepted=no',
  'response=unlisted-code,accepted=no',
  'response=error-in-200,accepted=no',
  'response=503,accepted=no',
  'refuse=400',
  'refuse=403',
  'refuse=429',
  'refuse=503',
  'refuse-code=1102',
  'reads=401:2',
];
/** Faults of these that are accepted all the same. */
const accepted: ReadonlySet<string> = new Set([
  'completed-then-failed=20s',
  'vanish=2s',
  'reads=401:2',
]);

async function create(gateway: Gateway, prompt: string): Promise<string> {
  const task = await callTask(gateway, '/v1/videos', { prompt });
  expect(task, prompt).toBeDefined();
  return String(task?.id);
}

const prompt = (fault: string) => `a kite [[mock:${fault},queue=1s,run=2s]]`;

async function expectEnd(gateway: Gateway, id: string, fault: string): Promise<void> {
  const status = async () => (await callTask(gateway, `/v1/videos/${id}`))?.status;
  await expect
    .poll(status, { timeout: 30_000, interval: 200, message: fault })
    .toMatch(/completed|failed/);
}

/**
 * Creates a task for each fault on its own gateway: after a response that proves nothing a gateway pauses its provider.
 */
async function createApart(faults: readonly string[]) {
  const tasks = [];
  for (const fault of faults) {
    const gateway = await openGateway();
    tasks.push({ gateway, fault, id: await create(gateway, prompt(fault)) });
  }
  return tasks;
}

/** Timing of `expect.poll` in this file, for loops with more than one expectation. */
const patience = { timeout: 30_000, interval: 200 };

async function expectClean(counts: object = counted): Promise<void> {
  const verdict = await (await fetch(`${mock.url}/_mock/verdict?by=client`)).json();
  expect(verdict).toMatchObject({ findings: [] });
  const ledger = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
  expect(ledger).toMatchObject(counts);
}

const verdictSchema = z.object({
  findings: z.array(z.object({ code: z.string(), by: z.string() })),
});

it('[mock.verdict] is asked of a gateway about every token that the documents list', () => {
  const document = readFileSync(
    join(import.meta.dirname, '../../../../docs/mock/faults.md'),
    'utf8',
  );
  const [, section = ''] = /^## Tokens$(.*?)^## /ms.exec(document) ?? [];
  const listed = [...section.matchAll(/^\| `([\w-]+)/gm)].map(([, name = '']) => name);
  const asked = [...afterwards, ...hopeless, ...unproven, ...drawn, ...unending].flatMap((faults) =>
    faults.split(',').map((fault) => fault.split('=')[0] ?? ''),
  );
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.filter((name) => !asked.includes(name))).toEqual(['run', 'queue', 'findable']);
});

describe('over one gateway', () => {
  useMock();

  it('[mock.verdict] of a gateway is clean, whatever fault its reads and downloads meet, and however its jobs fail', {
    timeout: 180_000,
  }, async () => {
    const gateway = await openGateway();
    const ids: string[] = [];
    for (const fault of afterwards) ids.push(await create(gateway, prompt(fault)));
    for (const [index, id] of ids.entries()) await expectEnd(gateway, id, afterwards[index] ?? '');
    counted.accepted += afterwards.length + doubles;
    counted.failed += failing;
    await expectClean();
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
    const gateway = await openGateway();
    for (const fault of hopeless) await create(gateway, prompt(fault));
    await expect.poll(asked, { interval: 200 }).toBeGreaterThanOrEqual(before + hopeless.length);
    counted.accepted += hopeless.length;
    // Requests may still be in transit.
    await vi.waitFor(() => expectClean(), patience);
  });
});

/** Faults that represent their kind in `npm test`: opening a gateway for each takes most of the time. */
const standing: ReadonlySet<string> = new Set([
  ...['lost-response', 'response=garbled', 'response=hang:2s'],
  ...['vanish=2s', 'lost-request', 'response=500,accepted=no', 'refuse=429'],
  ...['response=lost,accepted=random', 'response=500,accepted=random'],
]);
const parts = [
  {
    part: 'those that stand for all',
    tags: ['sampled'],
    isOf: (fault: string) => standing.has(fault),
  },
  { part: 'all others', tags: ['long'], isOf: (fault: string) => !standing.has(fault) },
];

describe.each(parts)('over a gateway for each fault, $part', ({ tags, isOf }) => {
  useMock();
  const options = { tags, timeout: 120_000 };
  const lostHere = unproven.filter(isOf);

  it(
    '[mock.verdict] of a gateway is clean, whatever happens to the response to an accepted submission that can be looked up',
    options,
    async () => {
      const tasks = await createApart(lostHere.map((fault) => `${fault},findable`));
      for (const { gateway, id, fault } of tasks) await expectEnd(gateway, id, fault);
      counted.accepted += tasks.length;
      await expectClean();
    },
  );

  it('[mock.verdict] of a gateway is clean, whatever it must not send again', options, async () => {
    const tasks = await createApart(unending.filter(isOf));
    counted.accepted += tasks.filter(({ fault }) => accepted.has(fault)).length;
    counted.failed += tasks.filter(({ fault }) => fault.startsWith('completed-then-')).length;
    // The last request may still be in transit.
    await vi.waitFor(() => expectClean(), patience);
  });

  it(
    '[mock.verdict.untraceable] of a gateway has videos lost by the wire alone, where it requested lost work that cannot be looked up',
    options,
    async () => {
      await createApart(lostHere);
      const lost = async () => {
        const { findings } = verdictSchema.parse(
          await (await fetch(`${mock.url}/_mock/verdict`)).json(),
        );
        // A video that the provider lost before is no matter of this test.
        return findings
          .filter(({ by }) => by !== 'provider')
          .map(({ code, by }) => `${code} by ${by}`);
      };
      const expected = lostHere.map(() => 'lost-film by wire');
      await expect.poll(lost, { interval: 200 }).toEqual(expected);
    },
  );

  it(
    '[mock.verdict] of a gateway is clean, whatever the seed decides about the truth',
    options,
    async () => {
      await createApart(drawn.filter(isOf));
      const running = async () => {
        const ledger = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
        return z.object({ running: z.number() }).parse(ledger).running;
      };
      await expect.poll(running, { interval: 200 }).toBe(0);
      await vi.waitFor(() => expectClean({ failed: counted.failed }), patience);
    },
  );
});
