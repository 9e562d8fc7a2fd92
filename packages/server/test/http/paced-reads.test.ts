/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderVideo } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { draftGeneration } from '../../src/commands/own-generation.ts';
import { composeGateway, type RunningGateway } from '../../src/compose.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { eventually } from './eventually.ts';

const videos = 200;
const readsPerSecond = 20;
/** Time that each video takes, in ms. */
const makingMs = 20_000;

interface Order {
  readonly acceptedAt: number;
}

const orders: Order[] = [];
let reads = { granted: 0, refused: 0 };
/** False = a read of several tasks shows the first of them alone. */
let showsAll = true;
let granted = { second: 0, count: 0 };
let folder: string;
let server: Server;
let gateway: RunningGateway;

/** Refuses the twenty-first read of each second, and requests a pause of two. */
function isGranted(now: number): boolean {
  const second = Math.floor(now / 1_000);
  granted = granted.second === second ? granted : { second, count: 0 };
  granted.count += 1;
  const grants = granted.count <= readsPerSecond;
  reads[grants ? 'granted' : 'refused'] += 1;
  return grants;
}

function taskOf(index: number, url: string) {
  const isReady = Date.now() - (orders[index]?.acceptedAt ?? Infinity) >= makingMs;
  const id = `task-${index}`;
  if (!isReady) return { id, status: 'processing' };
  const outputs = [{ type: 'video', url: `${url}/video.mp4`, duration: '3' }];
  const billing = [{ charge_type: 'unit', amount: '2.7', package_type: 'video' }];
  return { id, status: 'succeeded', outputs, billing };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-paced-'));
  const video = await renderVideo({
    ...{ width: 1280, height: 720, prompt: 'a fox', model: 'kling-3.0', aspectRatio: '16:9' },
    ...{ resolution: '720p', seed: 'seed', jobId: 'task', accountLabel: 'kling' },
    ...{ durationSeconds: 3, audio: true },
  });
  let url = '';
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url);
    if (pathname === '/video.mp4') {
      response.setHeader('content-type', 'video/mp4').end(video);
      return;
    }
    response.setHeader('content-type', 'application/json');
    const say = (data: unknown) =>
      response.end(JSON.stringify({ code: 0, message: 'SUCCEED', request_id: 'r', data }));
    if (request.method === 'POST') {
      orders.push({ acceptedAt: Date.now() });
      request.resume();
      say({ id: `task-${orders.length - 1}`, status: 'submitted' });
      return;
    }
    const indexes = (searchParams.get('task_ids') ?? '')
      .split(',')
      .map((id) => Number(id.replace('task-', '')))
      .filter((index) => orders[index] !== undefined)
      .slice(0, showsAll ? undefined : 1);
    // Searches and the test of the account name no task of ours.
    if (indexes.length === 0) say([]);
    else if (isGranted(Date.now())) say(indexes.map((index) => taskOf(index, url)));
    else {
      const body = { code: 1302, message: 'too many requests', request_id: 'r' };
      response.writeHead(429, { 'retry-after': '2' }).end(JSON.stringify(body));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  const [providers, accounts] = [join(folder, 'providers.json'), join(folder, 'accounts.json')];
  await writeFile(providers, JSON.stringify({ 'kling-global': { base_url: url } }));
  const account = { label: 'studio', endpoint: 'kling-global', secret_env: 'STUDIO_KEY' };
  await writeFile(accounts, JSON.stringify({ accounts: [{ ...account, concurrency: videos }] }));
  process.env['STUDIO_KEY'] = 'a-key-of-kling';
  const read = readSettings({
    FILMGATE_DATA_DIR: join(folder, 'data'),
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    FILMGATE_LOG_LEVEL: 'silent',
    FILMGATE_PROVIDERS_FILE: providers,
    FILMGATE_ACCOUNTS_FILE: accounts,
    FILMGATE_QUEUE_LIMIT: String(2 * videos),
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  gateway = await composeGateway(read.settings, { endpointKeys: read.endpointKeys });
}, 60_000);

afterAll(async () => {
  await gateway.stop();
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

async function order(index: number): Promise<string> {
  const { services } = gateway;
  const wish = { prompt: `fox ${index}`, model: 'kling-3.0-3s-16x9-720p' };
  const drafted = await draftGeneration(services.options, wish, async () => undefined);
  if (drafted.kind === 'refused') throw new Error(drafted.message);
  const { kind } = await services.gateway.accept({
    owner: `caller-${index % 50}`,
    surface: 'local',
    jobId: `lj_${index}`,
    idempotency: null,
    content: {},
    draft: drafted.draft,
    warnings: [],
    whenAccountUnavailable: 'await-configuration',
  });
  return kind;
}

/** Orders videos and returns the reads until all of them are fetched. */
async function readsFor(from: number): Promise<typeof reads> {
  reads = { granted: 0, refused: 0 };
  const ids = Array.from({ length: videos }, (_, index) => from + index);
  for (const id of ids) expect(await order(id)).toBe('accepted');
  const { reader } = gateway.services.composed.ports.storage;
  const areFetched = async () => {
    const jobs = await Promise.all(ids.map((id) => reader.find(`lj_${id}`)));
    return jobs.every((job) => job?.state === 'completed') ? true : undefined;
  };
  const bounds = { timeoutMs: 300_000, intervalMs: 2_000 };
  await eventually(areFetched, { what: 'every video is fetched', ...bounds });
  expect(orders).toHaveLength(from + videos);
  return reads;
}

describe(`[providers.engine.paced-reads] ${videos} videos at a place that allows ${readsPerSecond} reads a second are all fetched`, () => {
  it('[providers.engine.shared-reads] with fewer reads than videos where one read shows several of them', async () => {
    const { granted: made, refused } = await readsFor(0);
    expect(made).toBeLessThan(videos);
    expect(refused).toBeLessThan(0.02 * videos);
  }, 400_000);

  it('with less than two of a hundred reads refused where each is read by itself', async () => {
    showsAll = false;
    const { granted: made, refused } = await readsFor(videos);
    expect(made).toBeGreaterThan(videos);
    expect(refused / (made + refused)).toBeLessThan(0.02);
  }, 400_000);
});
