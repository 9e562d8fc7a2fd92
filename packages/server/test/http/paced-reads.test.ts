/** @module-tag long */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderVideo } from '@filmgate/upstream-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
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
const reads = { granted: 0, refused: 0 };
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
    const index = Number(searchParams.get('task_ids')?.replace('task-', '') ?? Number.NaN);
    // Searches and the test of the account name no task of ours.
    if (orders[index] === undefined) say([]);
    else if (isGranted(Date.now())) say([taskOf(index, url)]);
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

it(`[providers.engine.paced-reads] ${videos} videos at a place that allows ${readsPerSecond} reads a second are all fetched, with less than two of a hundred reads refused`, async () => {
  for (let index = 0; index < videos; index += 1) expect(await order(index)).toBe('accepted');
  const { reader } = gateway.services.composed.ports.storage;
  const states = async () => {
    const jobs = await Promise.all(orders.map((_, index) => reader.find(`lj_${index}`)));
    return jobs.filter((job) => job?.state === 'completed').length;
  };
  const all = async () => ((await states()) === videos ? videos : undefined);
  await eventually(all, { what: 'every video is fetched', timeoutMs: 300_000, intervalMs: 2_000 });
  expect(orders).toHaveLength(videos);
  expect(reads.granted).toBeGreaterThan(videos);
  expect(reads.refused / (reads.granted + reads.refused)).toBeLessThan(0.02);
}, 400_000);
