import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GatewayPorts } from '@filmgate/core';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { eventually } from './eventually.ts';
import { type ImageServer, startImageServer } from './image-server.ts';
import { localClient } from './local-client.ts';
import { createMovedClock } from './moved-clock.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { jsonOf } from './response.ts';
import { jobListOf } from './shapes.ts';
import { type Gateway, startGateway } from './start-gateway.ts';

const tenMinutes = 600_000;

let folder: string;
let images: ImageServer;
const closers: (() => Promise<void>)[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-image-links-'));
  images = await startImageServer();
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  await images.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(
  resultHosts: readonly string[],
  wrapPorts: (ports: GatewayPorts) => GatewayPorts = (ports) => ports,
): Promise<Gateway> {
  const providers = join(folder, 'providers.json');
  const openai = {
    protocol: 'openai-images',
    base_url: images.url,
    result_hosts: resultHosts,
  };
  await writeFile(providers, JSON.stringify({ openai }));
  const gateway = await startGateway({
    dataDir: join(folder, 'data'),
    env: { FILMGATE_PROVIDERS_FILE: providers, FILMGATE_CATALOG: 'openai-images' },
    accounts: closers.length > 0 ? [] : [{ label: 'openai', endpoint: 'openai', secret: 'key' }],
    wrapPorts: (ports) => wrapPorts(withQuickEndpoints(ports)),
  });
  closers.push(() => gateway.stop());
  return gateway;
}

function order({ localUrl, serviceApiKey }: Gateway) {
  const body = { model: 'gpt-image-1.5-3x2-1k', prompt: 'a fox' };
  return localClient(localUrl, serviceApiKey).images(body);
}

const jobSchema = z.object({
  state: z.string(),
  result_wait: z
    .object({ awaits: z.string().nullable(), detail: z.string().nullable() })
    .nullable(),
});

async function jobWhen(gateway: Gateway, is: (job: z.infer<typeof jobSchema>) => boolean) {
  const jobs = jobListOf(z.object({ id: z.string() }));
  return await eventually(
    async () => {
      const [first] = jobs.parse(jsonOf(await gateway.adminFetch('jobs'))).data;
      if (first === undefined) return undefined;
      const found = jsonOf(await gateway.adminFetch(`jobs/${first.id}`));
      const { job } = z.object({ job: jobSchema }).parse(found);
      return is(job) ? job : undefined;
    },
    { what: 'the job', timeoutMs: 8_000 },
  );
}

it('[providers.images.links] an image behind a link to a host that is not listed waits for the host to be listed, through a restart, and is ordered once', async () => {
  const gateway = await start([]);
  const waiting = order(gateway).catch(() => undefined);
  const job = await jobWhen(gateway, ({ result_wait: wait }) => wait !== null);
  expect(job).toMatchObject({ state: 'storing', result_wait: { awaits: 'permission' } });
  expect(job.result_wait?.detail).toContain(
    `List "${images.linkedHost}" in result_hosts of openai`,
  );
  expect(images.reads).toBe(0);
  const shown = (await gateway.adminFetch('jobs')).text;
  expect(shown).not.toContain('of-the-link');
  await closers.pop()?.();
  await waiting;

  closers.push(async () => undefined);
  const again = await start([images.linkedHost]);
  await jobWhen(again, ({ state }) => state === 'completed');
  expect(images.made).toHaveLength(1);
});

it('[providers.images.links] an image whose link fails for an hour is read again until it opens', async () => {
  const clock = createMovedClock();
  const gateway = await start([images.linkedHost], clock.wrapPorts);
  images.fails = 503;
  const response = order(gateway);
  await jobWhen(gateway, ({ result_wait: wait }) => wait?.awaits === 'host');
  for (let passed = 0; passed < 6; passed += 1) {
    const before = images.reads;
    await jobWhen(gateway, ({ state }) => state === 'storing');
    clock.byMs += tenMinutes;
    await eventually(async () => (images.reads > before ? true : undefined), {
      what: 'another read',
      timeoutMs: 8_000,
    });
  }
  images.fails = null;
  clock.byMs += tenMinutes;
  await jobWhen(gateway, ({ state }) => state === 'completed');
  expect((await response).status).toBe(200);
  expect(images.made).toHaveLength(1);
});
