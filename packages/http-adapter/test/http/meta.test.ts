import { createHash } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createMetaRoutes,
  createVideoTaskApi,
  type Readiness,
  videoTaskDescription,
} from '../../src/index.ts';
import { errorBody } from '../../src/http/error-codes.ts';
import { bodyOf } from '../doubles/body-of.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createRecordingLog, type RecordingLog } from '../doubles/recording-log.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

interface Listener {
  readonly app: FastifyInstance;
  readonly log: RecordingLog;
  response: () => Promise<Readiness>;
}

async function start(): Promise<Listener> {
  const { deps } = await createTestApi();
  const app = Fastify();
  const listener: Listener = {
    app,
    log: createRecordingLog(),
    response: async () => ({ kind: 'ready' }),
  };
  await app.register(
    createMetaRoutes({
      surfaces: [videoTaskDescription],
      version: '1.2.3',
      publicUrl: () => 'http://tasks.example',
      readiness: () => listener.response(),
      log: listener.log,
    }),
  );
  await app.register(createVideoTaskApi(deps));
  app.get(
    '/host',
    { schema: { response: { 200: { type: 'object', properties: { ok: { type: 'boolean' } } } } } },
    () => ({ ok: true, dropped: 1 }),
  );
  return listener;
}

describe('health', () => {
  it('is alive without a credential [health.alive]', async () => {
    const { app } = await start();
    const response = await app.inject('/healthz');
    expect([response.statusCode, response.json()]).toEqual([200, { status: 'ok' }]);
  });

  it('is ready, or says why not [health.ready] [health.not-ready]', async () => {
    const listener = await start();
    const ask = async (): Promise<unknown> => {
      const response = await listener.app.inject('/readyz');
      return [response.statusCode, response.json()];
    };
    expect(await ask()).toEqual([200, { status: 'ready', reasons: [] }]);
    listener.response = async () => ({ kind: 'not-ready', reasons: ['draining'] });
    expect(await ask()).toEqual([503, { status: 'not_ready', reasons: ['draining'] }]);
    listener.response = () => Promise.reject(new Error('connection refused'));
    expect(await ask()).toEqual([503, { status: 'not_ready', reasons: ['store unreachable'] }]);
    expect(listener.log.events.at(-1)?.event).toBe('readiness_unknown');
  });

  it.each(['/healthz', '/readyz', '/openapi.json', '/docs'])(
    'POST %s is 405 in the shape of the surface',
    async (url) => {
      const { app } = await start();
      const response = await app.inject({ method: 'POST', url });
      expect([response.statusCode, bodyOf(response, errorBody).error.code]).toEqual([
        405,
        'method_not_allowed',
      ]);
    },
  );

  it('leaves unknown paths to the surface', async () => {
    const { app } = await start();
    expect(errorOf(await app.inject('/nope'))).toEqual([404, 'route_not_found', undefined]);
  });
});

const operation = z.object({ security: z.array(z.object({})).optional() });
const openApi = z.object({
  openapi: z.string(),
  info: z.object({ title: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({
    schemas: z.record(z.string(), z.unknown()),
    securitySchemes: z.record(z.string(), z.unknown()),
  }),
});

describe('/openapi.json [health.openapi]', () => {
  it('is OpenAPI 3.1 and names every route of the surface', async () => {
    const { app } = await start();
    const document = bodyOf(await app.inject('/openapi.json'), openApi);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toEqual({ title: 'Filmgate Video Task API', version: '1.2.3' });
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(operations.toSorted()).toEqual([
      'GET /api/v1/video-jobs/{id}',
      'GET /api/v1/video-jobs/{id}/video',
      'GET /healthz',
      'GET /host',
      'GET /media/{file}',
      'GET /readyz',
      'GET /v1/models',
      'GET /v1/videos',
      'GET /v1/videos/events',
      'GET /v1/videos/{id}',
      'GET /v1/videos/{id}/content',
      'HEAD /api/v1/video-jobs/{id}/video',
      'HEAD /media/{file}',
      'HEAD /v1/videos/{id}/content',
      'POST /api/v1/assets',
      'POST /api/v1/video-jobs',
      'POST /v1/video/generations',
      'POST /v1/videos',
      'POST /v1/videos/generations',
    ]);
  });

  it('refers only to schemas it contains, and contains only schemas it refers to', async () => {
    const { app } = await start();
    const response = await app.inject('/openapi.json');
    const references = response.body.matchAll(/"#\/components\/schemas\/([^"]+)"/g);
    const referred = new Set(Array.from(references, ([, name = '']) => name));
    const held = Object.keys(bodyOf(response, openApi).components.schemas);
    expect(held.toSorted()).toEqual([...referred].toSorted());
    expect(held).toContain('Task');
  });

  it('names a credential for every route but the open ones', async () => {
    const { app } = await start();
    const { paths, components } = bodyOf(await app.inject('/openapi.json'), openApi);
    const isOpen = ({ security = [] }: z.infer<typeof operation>): boolean => security.length === 0;
    const open = Object.entries(paths).filter(([, methods]) => Object.values(methods).some(isOpen));
    expect(open.map(([path]) => path).toSorted()).toEqual([
      '/healthz',
      '/host',
      '/media/{file}',
      '/readyz',
    ]);
    expect(Object.keys(components.securitySchemes)).toEqual(['apiUserKey', 'nativeKey']);
  });
});

describe('/docs [health.docs]', () => {
  it('is a page that needs nothing from outside and runs nothing', async () => {
    const { app } = await start();
    const { body, headers } = await app.inject('/docs');
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    const style = /<style>(.*)<\/style>/s.exec(body)?.[1] ?? '';
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`);
    expect(body).not.toMatch(/<script|<link|<img|@import|url\(|style=/);
    expect(style).toContain('prefers-color-scheme: dark');
  });

  it('shows every path, field and code word a reader searches for', async () => {
    const { app } = await start();
    const { body } = await app.inject('/docs');
    for (const text of [
      '/v1/videos/{id}/content',
      'aspect_ratio',
      'frame_mode',
      'video_url',
      'idempotency-key',
      'X-File-Name'.toLowerCase(),
    ]) {
      expect(body).toContain(text);
    }
  });
});

it('a host describing itself in JSON Schema keeps its own serializer', async () => {
  const { app } = await start();
  expect((await app.inject('/host')).json()).toEqual({ ok: true });
});
