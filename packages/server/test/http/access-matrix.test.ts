import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type AccessClass, expectedResponses, type Outcome } from './access-classes.ts';
import { credentialKinds, credentials, type CredentialKind } from './access-credentials.ts';
import { type AccessRow, accessTable, type ListenerName } from './access-table.ts';
import { type AccessWorld, startAccessWorld } from './access-world.ts';
import { type HttpResponse, jsonOf, send } from './response.ts';
import { sendRaw } from './raw-http.ts';
import { type RegisteredRoute, watchRoutes } from './watch-routes.ts';

let folder = '';
let world: AccessWorld;
let routes: Readonly<Record<ListenerName, readonly RegisteredRoute[]>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'filmgate-access-'));
  const { result, apps } = await watchRoutes(() => startAccessWorld(join(folder, 'data')));
  world = result;
  const withRoute = (url: string) => apps.filter((app) => app.some((route) => route.url === url));
  const [tasks, local] = [withRoute('/v1/videos'), withRoute('/api/v1/admin/jobs')];
  expect([apps.length, tasks.length, local.length]).toEqual([2, 1, 1]);
  routes = { tasks: tasks[0] ?? [], local: local[0] ?? [] };
}, 60_000);

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true, force: true });
}, 60_000);

const errorBody = z.union([
  z
    .strictObject({
      error: z.strictObject({
        message: z.string().min(1),
        type: z.enum(['invalid_request_error', 'server_error']),
        code: z.string().min(1),
        param: z.string().nullable().optional(),
      }),
    })
    .transform(({ error }) => error.code),
  z.strictObject({ detail: z.string().min(1) }).transform(() => 'detail'),
]);

/** Status, and for an error its code, or `detail`; an error of any other shape is not one. */
function outcomeOf({ status, headers, text }: HttpResponse): string {
  if (status < 400) return String(status);
  expect(headers.get('content-type')).toMatch(/^application\/json\b/);
  return `${status} ${errorBody.parse(JSON.parse(text))}`;
}

async function ask(row: AccessRow, method: string, kind: CredentialKind): Promise<HttpResponse> {
  const session = row.endsSession === true ? await world.newSession() : world.session;
  const { headers, query } = shownBy(kind, session);
  const file = `${row.listener === 'tasks' ? 'vt' : 'lj'}_${'0'.repeat(26)}.mp4`;
  const path = pathOf(row).replace(':id', 'none').replace(':file', file);
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  return sendRaw({
    url: `${world.urls[row.listener]}${path}${query === '' ? '' : `?${query}`}`,
    method,
    headers: [...headers, ...(hasBody ? [['Content-Type', 'application/json'] as const] : [])],
    ...(hasBody && { body: '{}' }),
  });
}

function shownBy(kind: CredentialKind, session: string) {
  return { query: '', ...credentials[kind](world, session) };
}

function methodOf({ route }: AccessRow): string {
  return route.split(' ')[0] ?? '';
}

function pathOf({ route }: AccessRow): string {
  return route.split(' ')[1] ?? '';
}

describe('the access table', () => {
  it.each(['tasks', 'local'] as const)(
    '[access.every-route] has each route of the %s listener once',
    (listener) => {
      const registered = routes[listener].filter(({ method }) => method !== 'HEAD');
      const listed = accessTable.filter((row) => row.listener === listener);
      expect(listed.map(({ route }) => route).toSorted()).toEqual(
        registered.map(({ method, url }) => `${method} ${url}`).toSorted(),
      );
    },
  );

  it('[access.every-route][health.openapi] agrees with the security in the descriptions', async () => {
    const operation = z.object({
      security: z.array(z.record(z.string(), z.unknown())),
    });
    const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
    const described: string[] = [];
    for (const listener of ['tasks', 'local'] as const) {
      const response = await send(`${world.urls[listener]}/openapi.json`);
      const { paths } = document.parse(jsonOf(response));
      for (const row of accessTable.filter((one) => one.listener === listener)) {
        const path = paths[pathOf(row).replaceAll(/:(\w+)/g, '{$1}')];
        const found = path?.[methodOf(row).toLowerCase()];
        if (found === undefined) continue;
        described.push(row.route);
        const schemes = found.security.flatMap((scheme) => Object.keys(scheme));
        expect(schemes.toSorted(), `${listener} ${row.route}`).toEqual(schemesOf[row.access]);
      }
    }
    const hidden = accessTable.length - described.length;
    expect(hidden).toBe(accessTable.filter(({ route }) => undescribed.has(route)).length);
  });
});

/** Pages for people, and the descriptions themselves. */
const undescribed: ReadonlySet<string> = new Set([
  'GET /openapi.json',
  'GET /docs',
  'GET /',
  'GET /login',
  'GET /assets/:name',
  'GET /video',
  'GET /video/*',
  'GET /console',
  'GET /console/*',
]);

const schemesOf: { readonly [A in AccessClass]: readonly string[] } = {
  public: [],
  'own-page': [],
  page: [],
  signed: [],
  'api-user': ['apiUserKey'],
  native: ['nativeKey'],
  service: ['serviceKey', 'serviceKeyHeader'],
  session: ['adminSession'],
  'session-change': ['adminSession'],
  'fresh-login': ['adminSession'],
  metrics: ['adminSession', 'metricsToken'],
};

describe.each(accessTable)('$listener: $route, for $access', (row) => {
  it('[access.matrix][access.no-key-in-query] responds to every kind of credential as its class demands', async () => {
    const responses: Record<string, string> = {};
    for (const kind of credentialKinds) {
      responses[kind] = outcomeOf(await ask(row, methodOf(row), kind));
    }
    expect(responses).toEqual(expectedResponses(row.access, row.passed));
  });
});

/** The first route of each access class represents its class in `npm test`. */
const heads = accessTable
  .filter((row) => methodOf(row) === 'GET')
  .map((row, index, rows) => {
    const isFirst = rows.findIndex(({ access }) => access === row.access) === index;
    return { ...row, tags: [isFirst ? 'sampled' : 'long'] };
  });

describe.each(heads)('$listener: $route, for $access', (row) => {
  it('[access.matrix] responds to HEAD with the status of GET, whatever the credential', {
    tags: row.tags,
  }, async () => {
    const registered = routes[row.listener].some(
      ({ method, url }) => method === 'HEAD' && url === pathOf(row),
    );
    expect(registered).toBe(true);
    const responses: Record<string, number> = {};
    for (const kind of credentialKinds) responses[kind] = (await ask(row, 'HEAD', kind)).status;
    expect(responses).toEqual(statusesOf(expectedResponses(row.access, row.passed)));
  });
});

function statusesOf(outcomes: Readonly<Record<string, Outcome>>): Readonly<Record<string, number>> {
  return Object.fromEntries(
    Object.entries(outcomes).map(([kind, outcome]) => [kind, Number(outcome.split(' ')[0])]),
  );
}
