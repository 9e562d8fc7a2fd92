import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { JobReader } from '@filmgate/core';
import { type MockServer, startMockServer } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import {
  personalities,
  personalityEndpoints,
  writeOperatorFiles,
} from './personality-endpoints.ts';
import { headersOf } from './passed-on.ts';
import { instant } from './prompts.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { jsonOf, send } from './response.ts';
import { adminJobResponseSchema } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';
import { tasksClient } from './tasks-client.ts';

/** Endpoints whose mock calls back. */
const noticed = personalityEndpoints.filter(({ name }) =>
  ['kling', 'ark', 'minimax', 'vidu', 'openrouter', 'replicate', 'fal'].includes(name),
);

interface Call {
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Headers with the signatures of providers that sign; Vidu's is not of the body. */
const signatures = ['x-fal-webhook-signature', 'webhook-signature', 'x-hmac-signature'];

function signatureOf({ headers }: Call): string | undefined {
  return signatures.find((name) => headers[name] !== undefined);
}

/** Every way in which a call reaches the gateway, by turns. */
type Delivery = (call: Call, former: Call) => Promise<void>;

const deliveries: readonly Delivery[] = [
  async (call) => expectNoted(call),
  async (call) => void (await Promise.all([call, call, call].map(expectNoted))),
  async (call) => {
    await expectMissing({
      ...call,
      path: `${call.path.slice(0, -1)}${call.path.endsWith('A') ? 'B' : 'A'}`,
    });
    await expectNoted(call);
  },
  async (call) => {
    const large = JSON.stringify({ id: 'x'.repeat(1024 * 1024) });
    expect((await deliver({ ...call, body: large })).status).toBe(413);
    await expectNoted(call);
  },
  // The task of another job.
  async (call, former) => {
    await deliver({ ...call, body: former.body });
    await expectNoted(call);
  },
  async (call) => {
    const altered = { ...call, body: '{"status":"a notice that names no task"}' };
    const isOfBody = !['x-hmac-signature', undefined].includes(signatureOf(call));
    await (isOfBody ? expectMissing(altered) : expectNoted(altered));
    await expectNoted(call);
  },
  async (call) => {
    const signature = signatureOf(call);
    if (signature !== undefined) {
      const { [signature]: right = '', ...unsigned } = call.headers;
      const forged = right.replace(/.$/, right.endsWith('a') ? 'b' : 'a').replace(/,./, ',-');
      await expectMissing({ ...call, headers: unsigned });
      await expectMissing({ ...call, headers: { ...unsigned, [signature]: forged } });
    }
    await expectNoted(call);
  },
];

let folder: string;
let mock: MockServer;
let gateway: Gateway;
let reader: JobReader | undefined;
/** Receives the calls of the mock before the gateway does. */
let exchange: Server;
let calls: Call[] = [];
/** The latest call whose task a job has. */
let noted: Call | undefined;
const faults: unknown[] = [];

beforeAll(async () => {
  exchange = createServer((request, response) => {
    void text(request).then(async (body) => {
      const call = { path: request.url ?? '', body, headers: headersOf(request) };
      const former = noted ?? call;
      calls.push(call);
      const delivery = deliveries[calls.length % deliveries.length];
      try {
        await delivery?.(call, former);
        noted = call;
      } catch (error) {
        faults.push(error);
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => exchange.listen(0, '127.0.0.1', resolve));
  const address = exchange.address();
  const port = typeof address === 'object' ? address?.port : 0;
  folder = await mkdtemp(join(tmpdir(), 'filmgate-notices-'));
  mock = await startMockServer({
    ...{ host: '127.0.0.1', port: 0, speed: 1_000, seed: 'seed', control: true },
    personalities,
    now: () => Date.now(),
  });
  const files = await writeOperatorFiles(folder, mock.url, noticed);
  gateway = await startGateway({
    env: { ...files, FILMGATE_NOTICES_URL: `http://127.0.0.1:${port}` },
    accounts: [],
    wrapPorts: (ports) => {
      ({ reader } = ports.storage);
      return withQuickEndpoints(ports);
    },
  });
});
afterAll(async () => {
  await gateway.stop();
  await mock.close();
  exchange.close();
  await rm(folder, { recursive: true, force: true });
});

function deliver({ path, body, headers }: Call) {
  return send(`${gateway.tasksUrl}${path}`, { method: 'POST', headers, body });
}

async function expectNoted(call: Call): Promise<void> {
  const { status, text: said } = await deliver(call);
  expect([status, said]).toEqual([200, '{}']);
}

/** A path with a wrong token is one without a route. */
async function expectMissing(call: Call): Promise<void> {
  const [wrong, missing] = [await deliver(call), await deliver({ ...call, path: '/no-such-path' })];
  expect([wrong.status, wrong.text]).toEqual([404, missing.text]);
}

type Endpoint = (typeof noticed)[number];

async function order(endpoint: Endpoint, prompt: string): Promise<string> {
  const { name: model, durationsSeconds, resolutions } = endpoint;
  const [[seconds], [resolution]] = [durationsSeconds, resolutions];
  const tasks = tasksClient(gateway.tasksUrl, gateway.apiUserKey);
  const response = await tasks.create({ model, prompt, seconds, resolution });
  expect(response.status, response.text).toBe(202);
  return z.object({ id: z.string() }).parse(jsonOf(response)).id;
}

async function stateOf(id: string): Promise<string> {
  return adminJobResponseSchema.parse(jsonOf(await gateway.adminFetch(`jobs/${id}`))).state;
}

/** Waits until a job ends, and checks that it has the one video that its provider made for it. */
async function expectOwnVideo(id: string, label: string): Promise<void> {
  const isCompleted = async () => ((await stateOf(id)) === 'completed' ? true : undefined);
  await eventually(isCompleted, { what: `${label} to be completed` });
  const response = await fetch(`${mock.url}/_mock/ledger?contains=${label}-`);
  const { accepted, jobs } = z
    .object({ accepted: z.int(), jobs: z.array(z.object({ id: z.string() })) })
    .parse(await response.json());
  expect([label, accepted]).toEqual([label, 1]);
  const dispatches = (await reader?.dispatches(id)) ?? [];
  expect(dispatches).toHaveLength(1);
  expect(dispatches[0]?.handle).toContain(jobs[0]?.id ?? 'no video');
}

/** Videos that are made at once. */
const atOnce = 4;

/** Orders videos whose notices arrive before, instead of and after the response. */
async function testNotices(endpoint: Endpoint, count: number): Promise<void> {
  calls = [];
  noted = undefined;
  const ways = [
    [],
    ['lost-response'],
    ['callback-before-answer'],
    ['callback-before-answer', 'lost-response'],
  ];
  const test = async (index: number): Promise<void> => {
    const label = `noticed-${endpoint.name}-${count}-${index}`;
    // No list shows it: without the notice, a person would have to decide.
    const tokens = ['list-lag=99999s', ...(ways[index % ways.length] ?? [])];
    await expectOwnVideo(await order(endpoint, instant(`${label}-`, ...tokens)), label);
  };
  for (let first = 0; first < count; first += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, index) => test(first + index)));
  expect(faults).toEqual([]);
  expect(calls.length).toBeGreaterThanOrEqual(count);
}

describe('a video whose response was lost, and whose provider calls back', () => {
  it.each(noticed.map((endpoint) => [endpoint.name, endpoint] as const))(
    '[notices.found][notices.token][notices.bounds][invariants.i1-one-submission] at %s is found by the call, once',
    { tags: 'sampled', timeout: 120_000 },
    async (_name, endpoint) => testNotices(endpoint, 12),
  );

  it.each(noticed.map((endpoint) => [endpoint.name, endpoint] as const))(
    '[notices.found][invariants.i1-one-submission] at %s is found by the call in each of 200 jobs',
    { tags: 'long', timeout: 600_000 },
    async (_name, endpoint) => testNotices(endpoint, 200),
  );
});
