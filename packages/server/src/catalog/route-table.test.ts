import {
  defaultCatalog,
  type JsonValue,
  type ModelCatalog,
  type ModelFamily,
  type Route,
} from '@filmgate/core';
import { defineProvider, type ProviderDescription } from '@filmgate/upstream-http';
import { describe, expect, it } from 'vitest';
import { Endpoints } from '../providers/endpoints.ts';
import { baseCatalog } from './base-catalog.ts';
import { readCatalog } from './read-catalog-file.ts';
import { describeRoutes, routeProblems, routeTable } from './route-table.ts';
import { shippedCatalogs } from './shipped-catalogs.ts';

const [sample] = defaultCatalog.families;
if (sample === undefined) throw new Error('The default catalog is empty.');
const video: ModelFamily = {
  ...sample,
  id: 'film',
  durationsSeconds: [5, 10],
  aspectRatios: ['16:9', '1:1'],
  resolutions: ['720p'],
  references: { kinds: ['image'], roles: ['first_frame', 'last_frame'], minimum: 0, maximum: 2 },
};

/** Does not support square videos with sound. */
const reel: Pick<ProviderDescription, 'accepts' | 'writes' | 'endpoints'> = {
  endpoints: { 'reel-east': { baseUrl: 'https://reel.example', resultHosts: [] } },
  writes: ['prompt', 'settings.seconds'],
  accepts: (_route, { aspectRatio, generateAudio }) =>
    aspectRatio === '1:1' && generateAudio
      ? { kind: 'not-accepted', parameter: 'aspectRatio', reason: 'Squares are silent.' }
      : { kind: 'accepted', size: null },
};

async function endpointsOf(): Promise<Endpoints> {
  const { description } = await new Endpoints().describe('kling-global');
  const definition = defineProvider({
    protocol: 'reel',
    describe: () => ({ ...description, protocol: 'reel', ...reel }),
  });
  return new Endpoints([definition]);
}

function route(more: Partial<Route> = {}): Route {
  return { endpoint: 'reel-east', model: 'r1', rank: 1, ...more };
}

async function problems(routes: readonly Route[]): Promise<readonly string[]> {
  const found = await routeProblems({ ...video, routes }, await endpointsOf());
  return found.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('the routes of a family', () => {
  it('[providers.catalog.routes] that leave out a combination are refused at the field at fault', async () => {
    expect(await problems([route()])).toEqual([
      'aspectRatios: no route accepts 5 s 1:1 720p with sound (and 5 more like it). reel-east: Squares are silent.',
    ]);
    expect(await problems([route({ limits: { durationsSeconds: [5] } })])).toEqual([
      expect.stringContaining('aspectRatios: '),
      expect.stringContaining('durationsSeconds: no route accepts 10 s 16:9 720p (and'),
    ]);
  });

  it('[providers.catalog.routes] make together what they do not make alone, and the mock makes nothing beside a real one', async () => {
    const other = route({ endpoint: 'ark-intl', model: 'unknown-to-the-table' });
    expect(await problems([route(), other])).toEqual([]);
    expect(await problems([route(), { endpoint: 'mock', model: 'm', rank: 2 }])).not.toEqual([]);
    expect(await problems([{ endpoint: 'mock', model: 'm', rank: 1 }])).toEqual([]);
  });

  it('[providers.catalog.routes] to an unknown endpoint are refused with the nearest one', async () => {
    expect(await problems([route({ endpoint: 'reel-east ' })])).toEqual([
      expect.stringMatching(
        /^routes\.0\.endpoint: must be one of mock, .*; the nearest is reel-east$/,
      ),
    ]);
  });

  it.each([
    [{ prompt: 'x' }, 'prompt'],
    [{ settings: {} }, 'settings'],
    [{ 'prompt.text': 'x' }, 'prompt.text'],
  ])(
    '[providers.catalog.routes] with constants that collide are refused: %j',
    async (fixed, name) => {
      expect(await problems([route({ fixed })])).toContain(
        `routes.0.fixed.${name}: is a field that Filmgate sets`,
      );
    },
  );

  it('lets constants be that nothing else writes', async () => {
    const found = await problems([route({ fixed: { watermark: false, 'settings.seed': 7 } })]);
    expect(found.filter((problem) => problem.includes('fixed'))).toEqual([]);
  });

  it('[providers.catalog.check] are shown with each combination the family offers', async () => {
    const endpoints = await endpointsOf();
    const family = { ...video, routes: [route()] };
    const table = routeTable(family, await describeRoutes(family, endpoints));
    // 2 durations × 2 aspects × sound or none × no reference, first frame, first and last.
    expect(table).toHaveLength(2 * 2 * 2 * 3);
  });

  it('[providers.catalog.routes] are checked in a file, with line and column', async () => {
    const text = JSON.stringify({ families: [{ ...video, routes: [route()] }] }, null, 1);
    const reading = await readCatalog(Buffer.from(text), shippedCatalogs(new Endpoints()));
    if (reading.kind === 'refused') throw new Error(JSON.stringify(reading.problems));
    const [problem] = await routeProblems({ ...video, routes: [route()] }, await endpointsOf());
    const line = text.slice(0, text.indexOf('"aspectRatios"')).split('\n').length;
    if (problem === undefined) throw new Error('There is no problem.');
    expect(reading.problemAt(problem)).toMatchObject({
      line,
      path: 'families[0].aspectRatios',
    });
  });
});

/** Endpoints with one server of the operator's own, with its dialect. */
function withServer(id: string, dialect: JsonValue, protocol = 'openai-videos'): Endpoints {
  const endpoints = new Endpoints();
  const baseUrl = 'http://10.0.0.5:8000/v1';
  endpoints.configure(id, {
    protocol,
    baseUrl,
    resultHosts: [],
    refusals: [],
    options: { dialect },
  });
  return endpoints;
}

/** Protocols of an operator's own servers offer nothing without one. */
function serverProtocolOf(catalog: string): string {
  return catalog === 'keyed-videos' ? catalog : 'openai-videos';
}

function offered(endpoints: Endpoints, ...names: string[]): Promise<ModelCatalog> {
  const settings = { FILMGATE_CATALOG: names, FILMGATE_CATALOG_FILE: undefined };
  return baseCatalog(settings, endpoints, { accounts: [{ endpoint: 'home-gpu' }] });
}

describe('the catalogs that come with the product', () => {
  it.each(shippedCatalogs(new Endpoints()).names())(
    '[providers.catalog.routes] %s has routes for all it offers',
    async (name) => {
      const { families } = await offered(
        withServer('home-gpu', 'vllm-omni', serverProtocolOf(name)),
        name,
      );
      expect(families.length).toBeGreaterThan(0);
    },
  );

  it.each([['vllm-omni'], [{ like: 'vllm-omni', list: true }]])(
    '[providers.presets.own-server] for a server of your own lead to it by its name, in the dialect %j',
    async (dialect) => {
      const { families } = await offered(withServer('home-gpu', dialect));
      const routes = families.flatMap((family) => family.routes);
      expect(routes.map(({ endpoint }) => endpoint)).toEqual(['home-gpu']);
      expect(routes[0]?.fixed).toEqual({ num_frames: 80, fps: 16 });
    },
  );

  it('[providers.presets.own-server] offer nothing of a server that speaks another dialect', async () => {
    const endpoints = withServer('home-gpu', 'filmgate');
    expect(await offered(endpoints)).toBe(defaultCatalog);
    await expect(offered(endpoints, 'openai-videos')).rejects.toThrow(
      'FILMGATE_CATALOG openai-videos has no usable model: no endpoint in FILMGATE_PROVIDERS_FILE makes its models.',
    );
    const both = await offered(endpoints, 'default', 'openai-videos');
    expect(both.families).toEqual(defaultCatalog.families);
  });
});
