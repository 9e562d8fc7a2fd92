import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectApiError, jsonOf, send } from './response.ts';
import { parked, smallest } from './prompts.ts';
import { taskOf } from './tasks-client.ts';
import { useGateway } from './use-gateway.ts';

const shared = useGateway();

const tasksOnly = [
  ['GET', '/v1/videos'],
  ['POST', '/v1/videos'],
  ['POST', '/v1/videos/generations'],
  ['POST', '/v1/video/generations'],
  ['GET', '/v1/videos/vt_00000000000000000000000000'],
  ['GET', '/v1/videos/vt_00000000000000000000000000/content'],
  ['POST', '/api/v1/assets'],
  ['POST', '/api/v1/video-jobs'],
  ['GET', '/api/v1/video-jobs/vj_00000000000000000000000000'],
] as const;

const localOnly = [
  ['POST', '/v1/chat/completions'],
  ['GET', '/api/v1/video-pool-capacity'],
  ['GET', '/api/v1/video-submit-status'],
  ['POST', '/api/v1/auth/login'],
  ['GET', '/api/v1/auth/session'],
  ['POST', '/api/v1/auth/logout'],
  ['GET', '/api/v1/admin/api-users'],
  ['GET', '/api/v1/admin/accounts'],
  ['GET', '/api/v1/admin/jobs'],
] as const;

describe('paths of the other surface', () => {
  it.each(tasksOnly)(
    '[surfaces.separate-paths] %s %s is 404 on the local listener',
    async (method, path) => {
      for (const key of [shared.gateway.apiUserKey, shared.gateway.upstreamApiKey]) {
        const response = await send(shared.gateway.localUrl + path, {
          method,
          headers: { authorization: `Bearer ${key}` },
        });
        expect(response.status).toBe(404);
      }
    },
  );

  it.each(localOnly)(
    '[surfaces.separate-paths] %s %s is 404 on the tasks listener',
    async (method, path) => {
      const response = await shared.tasks.request(path, { method });
      expectApiError(response, { status: 404, code: 'route_not_found' });
    },
  );

  it('[surfaces.two-listeners] are on two listeners', () => {
    const [tasks, local] = [new URL(shared.gateway.tasksUrl), new URL(shared.gateway.localUrl)];
    expect(tasks.port).not.toBe(local.port);
  });

  it('[surfaces.one-core][admin.jobs.all-owners] share one core: the console sees tasks and native jobs', async () => {
    const task = taskOf(await shared.tasks.create(smallest(parked('seen by the console'))));
    const response = await shared.gateway.adminFetch(`jobs/${task.id}`);
    expect(response.status).toBe(200);
  });
});

describe.each([
  ['tasks', () => shared.gateway.tasksUrl],
  ['local', () => shared.gateway.localUrl],
] as const)('the %s listener', (surface, url) => {
  it('[health.alive] responds to /healthz without a credential', async () => {
    expect((await send(`${url()}/healthz`)).status).toBe(200);
  });

  it('[health.ready] responds to /readyz without a credential', async () => {
    expect((await send(`${url()}/readyz`)).status).toBe(200);
  });

  it('[health.openapi] describes its own routes in OpenAPI 3.1', async () => {
    const response = await send(`${url()}/openapi.json`);
    const schema = z.object({
      openapi: z.string().regex(/^3\.1\.\d+$/),
      info: z.object({ title: z.string().min(1), version: z.string().min(1) }),
      servers: z.tuple([z.object({ url: z.string() })]),
      paths: z.record(z.string(), z.record(z.string(), z.unknown())),
    });
    const { paths, servers } = schema.parse(jsonOf(response));
    expect(servers).toEqual([{ url: url() }]);
    const described = Object.keys(paths);
    const [own, foreign] = surface === 'tasks' ? [tasksOnly, localOnly] : [localOnly, tasksOnly];
    for (const [method, path] of own) {
      const template = described.find((known) => matches(known, path));
      expect(template, `${method} ${path}`).toBeDefined();
      expect(Object.keys(paths[template ?? ''] ?? {})).toContain(method.toLowerCase());
    }
    for (const [, path] of foreign) {
      expect(described.filter((known) => matches(known, path))).toEqual([]);
    }
  });

  it('[health.docs] shows a readable page', async () => {
    const response = await send(`${url()}/docs`);
    const page =
      response.status === 200
        ? response
        : await send(new URL(response.headers.get('location') ?? '', url()).href);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).toMatch(surface === 'tasks' ? /\/v1\/videos/ : /\/api\/v1\/auth\/login/);
    expect(page.text).not.toMatch(/src="https?:/);
  });
});

/** True when a path template such as `/a/{id}` fits a path. */
function matches(template: string, path: string): boolean {
  const pattern = template
    .split('/')
    .map((part) => (part.startsWith('{') ? '[^/]+_0{26}' : part.replaceAll('.', '\\.')))
    .join('/');
  return new RegExp(`^${pattern}$`).test(path);
}
