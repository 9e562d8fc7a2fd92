import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAdminApi, createLocalGenerationApi, createVideoTaskApi } from '../../src/index.ts';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createLocalTestApi } from '../doubles/local-test-api.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

/** Another program's server that answers errors in words of its own, with the Video Task API under `/films`. */
async function createHost(prepare: (app: FastifyInstance) => unknown): Promise<FastifyInstance> {
  const { deps } = await createTestApi();
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send('The shop is sorry.'),
  );
  await prepare(app);
  await app.register(createVideoTaskApi(deps), { prefix: '/films' });
  return app;
}

const alice = { authorization: 'Bearer alice-key' };

/** What a hook of a host throws. */
function refusal(statusCode: number): Error {
  return Object.assign(new Error('not today'), { statusCode });
}

describe('an error that a hook of the host throws', () => {
  it.each([
    ['onRequest', 401],
    ['onRequest', 402],
    ['onRequest', 403],
    ['preParsing', 418],
    ['preValidation', 429],
    ['preHandler', 503],
    ['preHandler', 400],
  ] as const)('in %s with status %i is answered by the host', async (hook, status) => {
    const app = await createHost((host) =>
      host.addHook(hook, async () => {
        throw refusal(status);
      }),
    );
    const answer = await app.inject({ url: '/films/v1/videos', headers: alice });
    expect([answer.statusCode, answer.body]).toEqual([status, 'The shop is sorry.']);
  });

  it('is answered by the host whatever surface it mounted', async () => {
    const local = await createLocalTestApi();
    const app = await createHost(async (host) => {
      host.addHook('onRequest', async () => {
        throw refusal(402);
      });
      await host.register(createLocalGenerationApi(local.deps), { prefix: '/local' });
    });
    const urls = ['/local/v1/models', '/local/local-video/models'];
    for (const url of urls) {
      const answer = await app.inject({ url });
      expect([url, answer.statusCode, answer.body]).toEqual([url, 402, 'The shop is sorry.']);
    }
  });

  it('without a status is a fault, told in the shape of the API', async () => {
    const app = await createHost((host) =>
      host.addHook('onRequest', async () => {
        throw new Error('broken');
      }),
    );
    expect(errorOf(await app.inject('/films/v1/models'))).toEqual([
      500,
      'internal_error',
      undefined,
    ]);
  });

  it('leaves what is wrong with the request itself to the API', async () => {
    const app = await createHost(() => undefined);
    const answer = await app.inject({
      method: 'POST',
      url: '/films/v1/videos',
      headers: { ...alice, 'content-type': 'application/json' },
      payload: '{',
    });
    expect(errorOf(answer)).toEqual([400, 'payload_invalid', undefined]);
  });

  it('is 429 for the sixth call where the host allows five', async () => {
    const app = await createHost((host) => host.register(rateLimit, { max: 5 }));
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      const answer = await app.inject({ url: '/films/v1/models', headers: alice });
      statuses.push(answer.statusCode);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('the host’s own OpenAPI document', () => {
  it.each(['3.0.3', '3.1.0'])('is valid OpenAPI %s and has the mounted paths', async (version) => {
    const local = await createLocalTestApi();
    const admin = await createAdminTestApi();
    const app = await createHost(async (host) => {
      const info = { title: 'The shop', version: '1' };
      await host.register(swagger, { openapi: { openapi: version, info } });
      host.get('/', { schema: { response: { 200: { type: 'string' } } } }, () => 'Welcome.');
      await host.register(createLocalGenerationApi(local.deps), { prefix: '/local' });
      await host.register(createAdminApi(admin.deps('http://desk.example')), { prefix: '/desk' });
    });
    await app.ready();
    const document = app.swagger();
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(Object.keys(document.paths ?? {})).toEqual(
      expect.arrayContaining([
        '/',
        '/films/v1/videos',
        '/films/v1/videos/{id}',
        '/local/v1/models',
      ]),
    );
    const body = JSON.stringify(document.paths?.['/films/v1/videos']);
    for (const field of ['aspect_ratio', 'idempotency-key', 'video_url'])
      expect(body).toContain(field);
  });

  it('is left out where the host describes itself in Swagger 2', async () => {
    const app = await createHost((host) => host.register(swagger, { swagger: {} }));
    await app.ready();
    expect(app.swagger().paths).toEqual({});
  });
});
