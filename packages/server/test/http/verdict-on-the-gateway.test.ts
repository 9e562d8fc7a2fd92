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
/** What the ledger is to count by now. */
let counted = { accepted: 0, failed: 0 };

/** A mock for the `describe` block it is called in, and the gateways that are opened on it. */
function useMock(): void {
  beforeAll(async () => {
    gateways = [];
    counted = { accepted: 0, failed: 0 };
    const place = { host: '127.0.0.1', port: 0, control: true };
    mock = await startMockServer({ ...place, speed, seed: 'seed', now: () => Date.now() });
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
  'callback-lost',
  'callback-twice',
  'callback-late=10s',
  'callback-bad-signature',
  'callback-before-answer',
  'duplicate-accepted',
];
/** Failed ones among them, and jobs that came of another's submission. */
const failing = 3;
const doubles = 1;

/** What it does to the response to an accepted submission. */
const unproven = [
  'lost-response',
  '500-after-accept',
  'garbled-after-accept',
  'edge-page-after-accept',
  'error-in-200-after-accept',
  '504-after-accept',
  'html-200-after-accept',
  'wrong-id-after-accept',
  '502-after-accept',
  'unlisted-code-after-accept',
  'no-id-after-accept',
  'hang-after-accept=2s',
];

/** The same, or as little with nothing accepted, as the seed says. */
const drawn = [
  'reset=random-truth',
  'hang=2s',
  '500=random-truth',
  '502=random-truth',
  '504=random-truth',
  'garbled=random-truth',
  'html-200=random-truth',
  'wrong-id=random-truth',
];

/** Files that cannot be had, or are none of what was asked for: most of them the gateway goes on to ask for. */
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
  'completed-then-failed=20s',
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
  'refuse-code=1102',
  'poll-401=2',
];
/** The ones of these that are accepted all the same. */
const accepted: ReadonlySet<string> = new Set([
  'completed-then-failed=20s',
  'vanish=2s',
  'poll-401=2',
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

/** A task for each fault over a gateway of its own: after a response that proves nothing a gateway lets its provider rest. */
async function createApart(faults: readonly string[]) {
  const tasks = [];
  for (const fault of faults) {
    const gateway = await openGateway();
    tasks.push({ gateway, fault, id: await create(gateway, prompt(fault)) });
  }
  return tasks;
}

/** As `expect.poll` has it here, for what more than one expectation says. */
const patience = { timeout: 30_000, interval: 200 };

async function expectClean(counts: object = counted): Promise<void> {
  const verdict = await (await fetch(`${mock.url}/_mock/verdict`)).json();
  expect(verdict).toMatchObject({ clean: true, findings: [] });
  const ledger = await (await fetch(`${mock.url}/_mock/ledger?view=counts`)).json();
  expect(ledger).toMatchObject(counts);
}

const verdictSchema = z.object({
  findings: z.array(z.unknown()),
  unknown: z.array(z.object({ code: z.string() })),
});

it('[mock.verdict] is asked of a gateway about every token that the documents list', () => {
  const document = readFileSync(join(import.meta.dirname, '../../../../docs/mock.md'), 'utf8');
  const [, section = ''] = /^## Tokens$(.*?)^Of two tokens/ms.exec(document) ?? [];
  const listed = [...section.matchAll(/^\| `([\w-]+)/gm)].map(([, name = '']) => name);
  const asked = [...afterwards, ...hopeless, ...unproven, ...drawn, ...unending].flatMap((faults) =>
    faults.split(',').map((fault) => fault.split('=')[0] ?? ''),
  );
  expect(listed.length).toBeGreaterThan(70);
  expect(listed.filter((name) => !asked.includes(name))).toEqual(['run', 'queue', 'findable']);
});

describe('over one gateway', () => {
  useMock();

  it('[mock.verdict] of a gateway is clean, whatever fault its reads and downloads meet, and however its jobs fail', async () => {
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
    // What was asked for may still be on its way.
    await vi.waitFor(() => expectClean(), patience);
  });
});

/** Faults that stand for their kind in `npm test`: what opens a gateway for each is most of the time. */
const standing: ReadonlySet<string> = new Set([
  ...['lost-response', 'garbled-after-accept', 'hang-after-accept=2s'],
  ...['vanish=2s', 'lost-request', '500-before-accept', 'refuse=429'],
  ...['reset=random-truth', '500=random-truth'],
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
    '[mock.verdict] of a gateway is clean, whatever befalls the response to an accepted submission that can be looked up',
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
    // What was taken last may still be on its way.
    await vi.waitFor(() => expectClean(), patience);
  });

  it(
    '[mock.verdict.untraceable] of a gateway says unknown, and finds nothing, where it asked for lost work that nobody can look up',
    options,
    async () => {
      await createApart(lostHere);
      const lost = async () => {
        const { findings, unknown } = verdictSchema.parse(
          await (await fetch(`${mock.url}/_mock/verdict`)).json(),
        );
        return [findings, unknown.filter(({ code }) => code === 'lost-film').length];
      };
      await expect.poll(lost, { interval: 200 }).toEqual([[], lostHere.length]);
    },
  );

  it(
    '[mock.verdict] of a gateway is clean, whatever the seed says of the truth',
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
