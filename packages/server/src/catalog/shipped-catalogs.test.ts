import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Endpoints } from '../providers/endpoints.ts';
import { shippedCatalogs } from './shipped-catalogs.ts';

/** Every shipped endpoint, and a server of the operator's own in the dialect that has families. */
function everyEndpoint(): Endpoints {
  const endpoints = new Endpoints([], { makesLinks: true });
  endpoints.configure('home-gpu', {
    protocol: 'openai-videos',
    baseUrl: 'http://10.0.0.5:8000/v1',
    resultHosts: [],
    refusals: [],
    options: { dialect: 'vllm-omni' },
  });
  return endpoints;
}

describe('the catalogs that need no file', () => {
  it('[providers.presets.own-server] have a route to each endpoint that has the model, also to those of the operator', async () => {
    const endpoints = everyEndpoint();
    const own = { resultHosts: [], refusals: [], options: {} };
    endpoints.configure('kling-proxy', {
      ...own,
      protocol: 'kling',
      baseUrl: 'http://10.0.0.6:8000',
    });
    endpoints.configure('ark-proxy', { ...own, protocol: 'ark', baseUrl: 'http://10.0.0.7:8000' });
    const shipped = shippedCatalogs(endpoints);
    const makers = async (name: string) => {
      const { families } = await shipped.read(name);
      return new Set(families.flatMap(({ routes }) => routes.map(({ endpoint }) => endpoint)));
    };
    expect(await makers('kling')).toEqual(new Set(['kling-global', 'kling-cn', 'kling-proxy']));
    // The names of its models are those of a region, which is not known of an endpoint of the operator's own.
    expect(await makers('ark')).toEqual(new Set(['ark-intl', 'ark-cn']));
  });

  it('[providers.presets.own-server] have no family of one id: of two catalogs, the later would hide it', async () => {
    const shipped = shippedCatalogs(everyEndpoint());
    const catalogs = await Promise.all(shipped.names().map((name) => shipped.read(name)));
    const ids = catalogs.flatMap(({ families }) => families.map(({ id }) => id));
    expect(ids.length).toBeGreaterThan(20);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('[console.languages] describe families in Chinese, all of them and no others', async () => {
    const shipped = shippedCatalogs(everyEndpoint());
    const catalogs = await Promise.all(shipped.names().map((name) => shipped.read(name)));
    const descriptions = catalogs.flatMap(({ families }) =>
      families.map(({ description }) => description),
    );
    const file = '../../../console/src/app/texts/zh/model-descriptions.json';
    const inChinese = z
      .record(z.string(), z.string())
      .parse(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
    expect(Object.keys(inChinese).toSorted()).toEqual([...new Set(descriptions)].toSorted());
  });
});
