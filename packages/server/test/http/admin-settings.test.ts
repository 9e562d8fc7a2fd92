import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type HttpResponse, expectApiError, expectDetail, jsonOf, send } from './response.ts';
import { nativeClient } from './native-client.ts';
import { instant, smallest } from './prompts.ts';
import { type ImageServer, startImageServer } from './start-image-server.ts';
import type { Gateway } from './start-gateway.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const settingSchema = z.strictObject({
  name: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
  source: z.enum(['default', 'environment', 'stored']),
  secret: z.boolean(),
  restart_required: z.boolean(),
  variable: z.string().regex(/^(?:FILMGATE_|HTTPS_PROXY$|NO_PROXY$)/),
  group: z.string(),
  kind: z.enum(['text', 'number', 'flag', 'choice', 'list', 'map']),
  unit: z.string().nullable(),
  minimum: z.number().nullable(),
  maximum: z.number().nullable(),
  choices: z.array(z.string()),
  can_be_made: z.boolean(),
  title: z.strictObject({ en: z.string(), zh: z.string() }),
  help: z.strictObject({ en: z.string(), zh: z.string() }),
});
type Setting = z.infer<typeof settingSchema>;

const put = (gateway: Gateway, changes: unknown) => gateway.adminSend('PUT', 'settings', changes);

function settingsOf(response: HttpResponse): readonly Setting[] {
  expect(response.status, response.text).toBe(200);
  return z.strictObject({ data: z.array(settingSchema) }).parse(jsonOf(response)).data;
}

async function settingOf(gateway: Gateway, name: string): Promise<Setting | undefined> {
  const settings = settingsOf(await gateway.adminFetch('settings'));
  return settings.find((setting) => setting.name === name);
}

const documented = readFileSync(
  resolve(import.meta.dirname, '../../../../docs/settings.md'),
  'utf8',
);

describe('settings', () => {
  const shared = useGateway(() => ({ env: { FILMGATE_QUEUE_LIMIT: '500' } }));

  it('[admin.settings.list] are all listed, each with its source', async () => {
    const settings = settingsOf(await shared.gateway.adminFetch('settings'));
    const names = [...documented.matchAll(/^\| `(?:FILMGATE_)?([A-Z]\w+)`/gm)].map(
      ([, name = '']) => name.toLowerCase(),
    );
    expect(settings.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(settings.find(({ name }) => name === 'queue_limit')).toMatchObject({
      name: 'queue_limit',
      value: 500,
      source: 'environment',
      secret: false,
      restart_required: false,
      group: 'jobs',
      kind: 'number',
      unit: 'tasks',
      minimum: 0,
      maximum: 10_000_000,
    });
    expect(settings.find(({ name }) => name === 'mock_seed')).toMatchObject({
      name: 'mock_seed',
      value: 'filmgate',
      source: 'default',
      secret: false,
      restart_required: true,
    });
  });

  it('[admin.settings.list] list in the documentation which can be changed', async () => {
    const settings = settingsOf(await shared.gateway.adminFetch('settings'));
    const section = documented.slice(documented.indexOf('## Changing settings while it runs'));
    const rows = section.split('\n').filter((line) => line.startsWith('| '));
    const names = [...rows.join().matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name);
    const changeable = settings.filter(({ restart_required: fixed }) => !fixed);
    expect(names.toSorted()).toEqual(changeable.map(({ name }) => name).toSorted());
  });

  it('[admin.settings.masked][invariants.i13-no-secret-leaves] never show a secret', async () => {
    const response = await put(shared.gateway, { service_api_key: 'canary-service-key' });
    expect(settingsOf(response).find(({ name }) => name === 'service_api_key')).toMatchObject({
      value: '********',
      source: 'stored',
      secret: true,
    });
    expect(response.text).not.toContain('canary');
    expect(response.text).not.toContain(shared.gateway.adminPassword);
    expect(response.text).not.toContain(shared.gateway.upstreamApiKey);
  });

  it('[admin.settings.change][admin.settings.at-once] change the queue limit for the next creation, and give it back', async () => {
    await put(shared.gateway, { queue_limit: 0 });
    const refused = await shared.tasks.create(smallest(instant('no room')));
    expectApiError(refused, { status: 503, code: 'trae_protocol_unavailable' });
    settingsOf(await put(shared.gateway, { queue_limit: null }));
    expect(await settingOf(shared.gateway, 'queue_limit')).toMatchObject({
      value: 500,
      source: 'environment',
    });
    taskOf(await shared.tasks.create(smallest(instant('room again'))));
  });

  it('[admin.settings.at-once] change the key of the native API: the old one stops at once', async () => {
    const native_api_key = 'another-native-key';
    settingsOf(await put(shared.gateway, { native_api_key }));
    const call = async (key: string): Promise<number> =>
      (await nativeClient(shared.gateway.tasksUrl, key).request('/api/v1/video-jobs/none')).status;
    expect([await call(shared.gateway.upstreamApiKey), await call(native_api_key)]).toEqual([
      401, 404,
    ]);
    settingsOf(await put(shared.gateway, { native_api_key: null }));
    expect([await call(shared.gateway.upstreamApiKey), await call(native_api_key)]).toEqual([
      404, 401,
    ]);
  });

  it('[admin.settings.at-once] change the aliases of models, in the list and for creations', async () => {
    settingsOf(await put(shared.gateway, { model_aliases: { 'house-model': 'vm_std-2.0' } }));
    expect((await shared.tasks.request('/v1/models')).text).toContain('"house-model"');
    const made = await shared.tasks.create({ ...smallest(instant('alias')), model: 'house-model' });
    expect(taskOf(made).model).toBe('vm_std-2.0');
    settingsOf(await put(shared.gateway, { model_aliases: '' }));
    expect((await shared.tasks.request('/v1/models')).text).not.toContain('"house-model"');
  });

  it('[admin.settings.at-once] change the public URL in links and descriptions', async () => {
    settingsOf(await put(shared.gateway, { tasks_public_url: 'https://films.example.com/api/' }));
    const { id } = taskOf(await shared.tasks.create(smallest(instant('linked'))));
    const done = await shared.tasks.completed(id);
    expect(done.video_url).toMatch(/^https:\/\/films\.example\.com\/api\/media\//);
    const described = await send(`${shared.gateway.tasksUrl}/openapi.json`);
    expect(described.text).toContain('"servers":[{"url":"https://films.example.com/api"}]');
    settingsOf(await put(shared.gateway, { tasks_public_url: null }));
    const again = await send(`${shared.gateway.tasksUrl}/openapi.json`);
    expect(again.text).toContain(`"servers":[{"url":"${shared.gateway.tasksUrl}"}]`);
  });

  it('[admin.settings.at-once] change the origins that may use a session', async () => {
    const login = () =>
      send(`${shared.gateway.localUrl}/api/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'https://console.example.com' },
        body: JSON.stringify({ username: 'nobody', password: 'none' }),
      });
    expectDetail(await login(), 403);
    await put(shared.gateway, { allowed_origins: ['https://console.example.com'] });
    expectDetail(await login(), 401);
    await put(shared.gateway, { allowed_origins: null });
    expectDetail(await login(), 403);
  });

  it.each([
    [{ que_limit: 5 }, '"que_limit" is not a setting; the nearest is queue_limit.'],
    [{ queue_limit: 'many' }, 'queue_limit must be a whole number from 0 to 10000000.'],
    [{ model_aliases: 'house=nothing' }, /^model_aliases does not match the catalog: /],
    [{ service_api_key: ' sk-1' }, 'service_api_key must not begin or end with white space.'],
    [{ service_api_key: 'sk-1\n' }, 'service_api_key must not begin or end with white space.'],
    [
      { native_api_key: 'native-key-1\u00a0' },
      'native_api_key must not begin or end with white space.',
    ],
    [{ native_api_key: 'short' }, 'native_api_key must have at least 8 characters.'],
    [{ service_api_key: 12345 }, 'service_api_key must be a string or null.'],
    [{ log_prompts: 1 }, 'log_prompts must be true, false, their string, or null.'],
    [{ local_public_url: false }, 'local_public_url must be a string or null.'],
    [{ queue_limit: true }, 'queue_limit must be a number, its string, or null.'],
    [[], /object/],
  ])(
    '[admin.settings.refused][guessing.setting-types][guessing.key-white-space] %j is 422, and nothing is stored',
    async (changes, detail) => {
      const body = Array.isArray(changes) ? changes : { session_max_hours: 3, ...changes };
      expect(expectDetail(await put(shared.gateway, body), 422)).toMatch(detail);
      expect(await settingOf(shared.gateway, 'session_max_hours')).toMatchObject({
        value: 12,
        source: 'default',
      });
    },
  );

  it.each(['local_port', 'data_dir', 'master_key', 'admin_password', 'role', 'catalog_file'])(
    '[admin.settings.environment-only] %s is shown and cannot be changed',
    async (name) => {
      expect(await settingOf(shared.gateway, name)).toMatchObject({ restart_required: true });
      const detail = expectDetail(await put(shared.gateway, { [name]: '1' }), 422);
      expect(detail).toBe(
        `${name} can only be set in the environment: set FILMGATE_${name.toUpperCase()} and restart the gateway.`,
      );
    },
  );

  it('[admin.settings.audited][invariants.i13-no-secret-leaves] leave what changed in the audit log, without secrets', async () => {
    await put(shared.gateway, { retention_jobs_days: 40, native_api_key: 'canary-upstream-key' });
    await put(shared.gateway, { native_api_key: null });
    const response = await shared.gateway.adminFetch('audit-log?limit=2');
    expect(response.text).not.toContain('canary');
    expect(jsonOf(response)).toMatchObject({
      data: [
        { actor: 'admin', action: 'settings.change', target: 'native_api_key' },
        {
          action: 'settings.change',
          target: 'retention_jobs_days,native_api_key',
          before: {
            retention_jobs_days: { value: 90, source: 'default' },
            native_api_key: { value: '********', source: 'environment' },
          },
          after: {
            retention_jobs_days: { value: 40, source: 'stored' },
            native_api_key: { value: 'changed', source: 'stored' },
          },
        },
      ],
    });
  });
});

describe('hosts of images', () => {
  const shared = useGateway();
  let images: ImageServer;
  beforeAll(async () => {
    images = await startImageServer();
  });
  afterAll(() => images.stop());

  it('[admin.settings.at-once] are allowed from the next request on', async () => {
    const create = () =>
      shared.tasks.create({
        ...smallest(instant('from a host')),
        images: [`${images.origin}/frame.png`],
      });
    expectApiError(await create(), { status: 400, code: 'payload_invalid' });
    settingsOf(await put(shared.gateway, { image_hosts: [`private:${images.origin}`] }));
    taskOf(await create());
  });
});

describe('a gateway others can reach', () => {
  const shared = useGateway(() => ({
    env: { FILMGATE_HOST: '0.0.0.0', FILMGATE_SERVICE_API_KEY: 'a-service-key-of-the-tests' },
  }));

  it('[admin.settings.not-opened] keeps a service key', async () => {
    const detail = expectDetail(await put(shared.gateway, { service_api_key: '' }), 422);
    expect(detail).toMatch(/^service_api_key must not be empty while FILMGATE_HOST is 0\.0\.0\.0/);
    expect(await settingOf(shared.gateway, 'service_api_key')).toMatchObject({
      value: '********',
      source: 'environment',
    });
  });

  it.each([
    ['service_api_key', 'fifteen-letters', 'must have at least 16 characters'],
    ['service_api_key', 'a'.repeat(16), 'must have at least 6 different characters'],
    ['native_api_key', 'canary-short', 'must have at least 16 characters'],
    ['native_api_key', 'ab'.repeat(20), 'must have at least 6 different characters'],
    ['metrics_token', 'canary-short', 'must have at least 16 characters'],
    ['metrics_token', '12345'.repeat(9), 'must have at least 6 different characters'],
  ])('[guessing.key-strength] takes no %s that could be guessed', async (name, key, rule) => {
    const detail = expectDetail(await put(shared.gateway, { [name]: key }), 422);
    expect(detail).toBe(`${name} ${rule} while FILMGATE_HOST is 0.0.0.0.`);
    const strong = `${key}-and-sixteen-more`;
    settingsOf(await put(shared.gateway, { [name]: strong }));
    settingsOf(await put(shared.gateway, { [name]: null }));
  });

  it('[admin.settings.not-locked-out] keeps the address its administrator came to among its own', async () => {
    const local_public_url = 'http://films.example.com';
    const detail = expectDetail(await put(shared.gateway, { local_public_url }), 422);
    expect(detail).toMatch(/would exclude the address/);
    const allowed_origins = shared.gateway.localUrl;
    settingsOf(await put(shared.gateway, { local_public_url, allowed_origins }));
    expectDetail(await put(shared.gateway, { allowed_origins: '' }), 422);
  });
});
