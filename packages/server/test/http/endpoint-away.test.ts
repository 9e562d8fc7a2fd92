import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { draftGeneration } from '../../src/commands/own-generation.ts';
import { composeGateway, type RunningGateway } from '../../src/compose.ts';
import { shippedCatalogs } from '../../src/catalog/shipped-catalogs.ts';
import { Endpoints } from '../../src/providers/endpoints.ts';
import { readSettings } from '../../src/settings/read-settings.ts';
import { startKlingServer } from '../end-to-end/kling-server.ts';
import { eventually } from './eventually.ts';
import { createMovedClock } from './moved-clock.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';

let folder: string;
let kling: Awaited<ReturnType<typeof startKlingServer>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-away-'));
  kling = await startKlingServer();
});
afterAll(async () => {
  await kling.stop();
  await rm(folder, { recursive: true, force: true });
});

const id = 'lj_of_the_test';
const clock = createMovedClock();

/** Runs a gateway on the folder during the work, and returns its log. */
async function during(
  env: Readonly<Record<string, string>>,
  work: (gateway: RunningGateway) => Promise<void>,
): Promise<string> {
  const read = readSettings({
    FILMGATE_DATA_DIR: join(folder, 'data'),
    FILMGATE_LOCAL_PORT: '0',
    FILMGATE_TASKS_PORT: '0',
    ...env,
  });
  if (read.kind === 'refused') throw new Error(read.problems.join('\n'));
  const logDestination = new PassThrough();
  let log = '';
  logDestination.on('data', (piece: Buffer) => {
    log += piece.toString();
  });
  const { endpointKeys } = read;
  const gateway = await composeGateway(read.settings, {
    endpointKeys,
    logDestination,
    wrapPorts: (ports) => clock.wrapPorts(withQuickEndpoints(ports)),
  });
  try {
    await work(gateway);
  } finally {
    await gateway.stop();
  }
  return log;
}

async function stateOf({ services }: RunningGateway): Promise<string | undefined> {
  return (await services.composed.ports.storage.reader.find(id))?.state;
}

async function becomes(gateway: RunningGateway, wanted: string): Promise<void> {
  const probe = async () => ((await stateOf(gateway)) === wanted ? wanted : undefined);
  await eventually(probe, { what: `the job is ${wanted}` });
}

async function settingsWithEndpoint(): Promise<Readonly<Record<string, string>>> {
  const [providers, catalog] = [join(folder, 'providers.json'), join(folder, 'catalog.json')];
  const endpoint = { studio: { protocol: 'kling', base_url: kling.url } };
  await writeFile(providers, JSON.stringify(endpoint));
  const { families } = await shippedCatalogs(new Endpoints()).read('kling');
  const [family] = families;
  const routes = [{ endpoint: 'studio', model: 'kling-3.0' }];
  await writeFile(catalog, JSON.stringify({ families: [{ ...family, routes }] }));
  return {
    FILMGATE_PROVIDERS_FILE: providers,
    FILMGATE_CATALOG_FILE: catalog,
    FILMGATE_KEY_STUDIO: 'a-key',
  };
}

it('[providers.places.back] a job at an endpoint that is removed from the settings waits, and continues when it is back', async () => {
  const withEndpoint = await settingsWithEndpoint();
  kling.hold(true);
  await during(withEndpoint, async (gateway) => {
    const { services } = gateway;
    const wish = { prompt: 'a fox in the snow', model: undefined };
    const drafted = await draftGeneration(services.options, wish, async () => undefined);
    if (drafted.kind === 'refused') throw new Error(drafted.message);
    const order = async () => {
      const { kind } = await services.gateway.accept({
        owner: 'caller',
        surface: 'local',
        jobId: id,
        idempotency: null,
        content: {},
        draft: drafted.draft,
        warnings: [],
        whenAccountUnavailable: 'await-configuration',
      });
      return kind === 'accepted' ? kind : undefined;
    };
    await eventually(order, { what: 'the account was looked at, and the job is accepted' });
    await becomes(gateway, 'submitted');
  });

  kling.hold(false);
  const log = await during({}, async (gateway) => {
    const { gateway: use } = gateway.services;
    const checked = await use.check({ id, signal: AbortSignal.timeout(10_000) });
    expect(checked.kind).not.toBe('not-found');
    expect(await stateOf(gateway)).toBe('submitted');
  });
  expect(log).toMatch(
    /"label":"env-studio","endpoint":"studio","jobs":1,"event":"endpoint-missing"/,
  );

  // The video is fetched again.
  clock.byMs += 60_000;
  await during(withEndpoint, async (gateway) => {
    await becomes(gateway, 'completed');
  });
  expect(kling.orders.length).toBe(1);
});
