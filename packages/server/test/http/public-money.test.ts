import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startKlingServer } from '../end-to-end/kling-server.ts';
import { type HttpResponse, jsonOf, send } from './response.ts';
import { nativeClient } from './native-client.ts';
import { eventually } from './eventually.ts';
import { withQuickEndpoints } from './quick-endpoints.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const fieldsOf = z.record(z.string(), z.unknown());
const documentSchema = z.object({
  paths: z.record(z.string(), fieldsOf),
  components: z.object({ schemas: z.record(z.string(), z.unknown()) }).optional(),
});

/** Names for operators only: the cost of a video, its provider, and its name there. */
const secrets = ['cost', 'spend', 'account', 'account_id', 'endpoint', 'provider_model'];

/** Returns the field names of responses in a description, schemas it refers to included. */
function shownIn(
  value: unknown,
  schemas: Record<string, unknown>,
  seen = new Set<string>(),
): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => shownIn(item, schemas, seen));
  const fields = fieldsOf.safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, inner]) => {
    const schema =
      name === '$ref' && typeof inner === 'string' ? (inner.split('/').at(-1) ?? '') : '';
    if (schema !== '' && !seen.has(schema))
      return shownIn(schemas[schema], schemas, seen.add(schema));
    const properties = name === 'properties' ? fieldsOf.safeParse(inner) : undefined;
    const own = properties?.success === true ? Object.keys(properties.data) : [];
    return [...own, ...shownIn(inner, schemas, seen)];
  });
}

async function publicResponses(url: string) {
  const { paths, components } = documentSchema.parse(jsonOf(await send(`${url}/openapi.json`)));
  const open = Object.entries(paths).filter(
    ([path]) => !/^\/api\/v1\/(?:admin|workbench|auth)|^\/local-video/.test(path),
  );
  return open.flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, route]) => {
      const { responses = {} } = fieldsOf.parse(route);
      return [`${method} ${path}`, shownIn(responses, components?.schemas ?? {})] as const;
    }),
  );
}

describe('[providers.money.shown] no public route', () => {
  it.each(['tasksUrl', 'localUrl'] as const)(
    'shows cost, account, place or provider model (%s)',
    async (listener) => {
      const responses = await publicResponses(shared.gateway[listener]);
      expect(responses.length).toBeGreaterThan(3);
      expect(responses.flatMap(([, names]) => names).length).toBeGreaterThan(30);
      for (const [route, names] of responses)
        expect([route, names.filter((name) => secrets.includes(name))]).toEqual([route, []]);
    },
  );
});

/** A family whose name does not reveal its provider, and whose price and cost are unique numbers. */
const family = {
  ...{ id: 'fox-film', mediaType: 'video', surfaces: ['tasks', 'local'], displayName: 'Fox video' },
  ...{ description: 'Videos of foxes.', ownedBy: 'filmgate', durationsSeconds: [3], audio: 'none' },
  ...{ aspectRatios: ['16:9'], resolutions: ['720p'], negativePrompt: false, promptLimit: 500 },
  references: { kinds: [], roles: [], minimum: 0, maximum: 0 },
  creditsPerSecond: { '720p': 7 },
  routes: [{ endpoint: 'kling-global', model: 'kling-3.0', cost: { perSecond: { '720p': 9173 } } }],
  waitSeconds: 600,
};

/** Waits for the response that reports a job as completed. */
function completed(read: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const status = z.object({ status: z.string() });
  return eventually(
    async () => {
      const response = await read();
      return status.parse(jsonOf(response)).status === 'completed' ? response : undefined;
    },
    { what: 'completion' },
  );
}

describe('[providers.money.shown] a video of a real endpoint', () => {
  let kling: Awaited<ReturnType<typeof startKlingServer>>;
  let folder = '';
  beforeAll(async () => {
    kling = await startKlingServer();
    folder = await mkdtemp(join(tmpdir(), 'filmgate-public-'));
    const endpoints = { 'kling-global': { base_url: kling.url } };
    await writeFile(join(folder, 'providers.json'), JSON.stringify(endpoints));
    await writeFile(join(folder, 'catalog.json'), JSON.stringify({ families: [family] }));
  });
  afterAll(async () => {
    await kling.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const real = useGateway(() => ({
    env: {
      FILMGATE_PROVIDERS_FILE: join(folder, 'providers.json'),
      FILMGATE_CATALOG_FILE: join(folder, 'catalog.json'),
    },
    accounts: [{ label: 'Label-of-an-account', endpoint: 'kling-global', credits: 1_000_000 }],
    wrapPorts: withQuickEndpoints,
  }));

  it('is shown on every public route without cost, account, endpoint or provider model, and to an administrator with them', async () => {
    const { tasks, local, gateway } = real;
    const created = await tasks.create({ model: 'fox-film', prompt: 'a fox', seconds: 3 });
    expect(created.status, created.text).toBe(202);
    const { id } = z.object({ id: z.string() }).parse(jsonOf(created));
    const native = nativeClient(gateway.tasksUrl, gateway.upstreamApiKey);
    const body = { plugin: 'std', prompt: 'a fox', references: [] };
    const ordered = await native.create(body);
    expect(ordered.status, ordered.text).toBe(202);
    const nativeJob = `/api/v1/video-jobs/${z.object({ id: z.string() }).parse(jsonOf(ordered)).id}`;
    const chat = { model: 'fox-film-3s-16x9-720p', messages: [{ role: 'user', content: 'a fox' }] };
    const reported: readonly (readonly [string, HttpResponse])[] = [
      ['create', created],
      ['read', await completed(() => tasks.request(`/v1/videos/${id}`))],
      ['list', await tasks.request('/v1/videos')],
      ['models', await tasks.request('/v1/models')],
      ['film', await tasks.request(`/v1/videos/${id}/content`)],
      ['native create', ordered],
      ['native read', await completed(() => native.request(nativeJob))],
      ['chat', await local.chat(chat)],
      ['local models', await local.request('/v1/models')],
      ['capacity', await local.request('/api/v1/video-pool-capacity')],
    ];
    const accounts = await gateway.adminFetch('accounts');
    const { data } = z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(jsonOf(accounts));
    const secret = ['kling', 'Label-of-an-account', '27519', 'task-1', data[0]?.id ?? 'none'];
    for (const [route, { status, headers, text }] of reported) {
      expect([route, status < 300], text).toEqual([route, true]);
      const shown = JSON.stringify([...headers]) + (route === 'film' ? '' : text);
      expect([route, secret.filter((word) => shown.includes(word))]).toEqual([route, []]);
    }
    const seen = jsonOf(await gateway.adminFetch(`jobs/${id}`));
    // The searched words exist where they may.
    const found = secret.filter((word) => JSON.stringify(seen).includes(word));
    expect(found).toEqual(secret.filter((word) => word !== 'task-1'));
    expect(seen).toMatchObject({
      job: {
        price: 21,
        account: 'Label-of-an-account',
        route: { endpoint: 'kling-global', model: 'kling-3.0' },
        spend: { unit: 'units', estimate: 27_519, charges: 'success' },
      },
    });
  });
});
