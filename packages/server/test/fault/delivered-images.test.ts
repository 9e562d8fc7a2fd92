import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AdminView, adminView } from './admin-view.ts';
import {
  type GatewayProcess,
  type MockProcess,
  startGatewayProcess,
  startMock,
  temporaryDirectory,
} from './crash-harness.ts';
import type { FailPoint } from './fail-point.ts';
import { smallDisk } from './small-disk.ts';

const key = 'service-key-of-the-tests';
const closers: (() => Promise<unknown>)[] = [];
let mock: MockProcess;
let folder: string;

beforeEach(async () => {
  mock = await startMock('openai-images');
  closers.push(() => mock.child.stop('SIGKILL'));
  const { path, dispose } = await temporaryDirectory();
  closers.push(dispose);
  folder = path;
  const base_url = `${mock.url}/openai-images/v1`;
  const openai = { protocol: 'openai-images', base_url };
  await writeFile(join(folder, 'providers.json'), JSON.stringify({ openai }));
  const accounts = [
    { label: 'openai', endpoint: 'openai', families: ['*'], secret_env: 'IMAGES_KEY' },
  ];
  await writeFile(join(folder, 'accounts.json'), JSON.stringify({ accounts }));
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

interface Started {
  readonly gateway: GatewayProcess;
  readonly admin: AdminView;
  readonly said: () => string;
}

async function start(
  more: { readonly failPoint?: FailPoint; readonly under?: readonly [string, ...string[]] } = {},
): Promise<Started> {
  const gateway = await startGatewayProcess({
    dataDirectory: join(folder, 'data'),
    environment: {
      FILMGATE_PROVIDERS_FILE: join(folder, 'providers.json'),
      FILMGATE_CATALOG: 'openai-images',
      IMAGES_KEY: 'canary',
      FILMGATE_ACCOUNTS_FILE: join(folder, 'accounts.json'),
      FILMGATE_SERVICE_API_KEY: key,
    },
    ...more,
  });
  closers.push(() => gateway.child.stop('SIGKILL'));
  let said = '';
  gateway.child.process.stderr?.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  return { gateway, admin: await adminView(gateway.localUrl), said: () => said };
}

/** Orders an image; the response is lost with its gateway. */
function order({ localUrl }: GatewayProcess): void {
  const prompt = 'a fox [[mock:run=0s,queue=0s]]';
  void fetch(`${localUrl}/v1/images/generations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-image-1.5-3x2-1k', prompt }),
  }).catch(() => undefined);
}

async function becomes({ admin }: Started, state: string): Promise<void> {
  const present = async () => (await admin.jobs())[0]?.state;
  await expect.poll(present, { interval: 20, timeout: 30_000 }).toBe(state);
  expect((await mock.ledger('a fox')).accepted).toBe(1);
}

it.each([
  ['after', 'completed'],
  ['before', 'outcome_unknown'],
] as const)(
  '[providers.images.unknown] an image whose gateway is killed %s its receipt is saved is %s after a restart, and ordered once',
  async (when, state) => {
    const dying = await start({ failPoint: { step: 'receipt', when, how: 'kill' } });
    order(dying.gateway);
    await dying.gateway.child.ended;
    await becomes(await start(), state);
  },
);

it('[providers.images.spooled] an image that comes while the disk of the results is full survives a kill, and is delivered when there is room', async () => {
  const disk = await smallDisk(80);
  closers.push(() => disk.dispose());
  await mkdir(join(folder, 'data'));
  await symlink(disk.path, join(folder, 'data', 'results'));
  const first = await start({ under: disk.under });
  disk.fill();
  order(first.gateway);
  await becomes(first, 'storing');
  expect(first.said()).toContain('result-spooled');
  await first.gateway.child.stop('SIGKILL');
  disk.empty();
  await becomes(await start({ under: disk.under }), 'completed');
});
