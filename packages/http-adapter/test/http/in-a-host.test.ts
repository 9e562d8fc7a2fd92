import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Authenticated,
  createAdminApi,
  createLocalGenerationApi,
  createVideoTaskApi,
  type VideoTaskApiDeps,
} from '../../src/index.ts';
import { createAdminTestApi } from '../doubles/admin-test-api.ts';
import { errorOf } from '../doubles/error-of.ts';
import { createLocalTestApi } from '../doubles/local-test-api.ts';
import { createTestApi } from '../doubles/video-task-test-api.ts';

/** Creates another program's server with its own error responses, and the Video Task API under `/films`. */
async function createHost(
  prepare: (app: FastifyInstance) => unknown,
  choices: Partial<VideoTaskApiDeps> = {},
): Promise<FastifyInstance> {
  const { deps } = await createTestApi();
  const app = Fastify();
  onTestFinished(() => app.close());
  app.setErrorHandler((error: { readonly statusCode?: number }, _request, reply) =>
    reply.code(error.statusCode ?? 500).send('The shop is sorry.'),
  );
  await prepare(app);
  await app.register(createVideoTaskApi({ ...deps, ...choices }), { prefix: '/films' });
  return app;
}

const alice = { authorization: 'Bearer alice-key' };

/** Makes an error as a host's hook throws it. */
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
    const response = await app.inject({ url: '/films/v1/videos', headers: alice });
    expect([response.statusCode, response.body]).toEqual([status, 'The shop is sorry.']);
  });

  it('gets the host’s response whatever surface it mounted', async () => {
    const local = await createLocalTestApi();
    const app = await createHost(async (host) => {
      host.addHook('onRequest', async () => {
        throw refusal(402);
      });
      await host.register(createLocalGenerationApi(local.deps), { prefix: '/local' });
    });
    const urls = ['/local/v1/models', '/local/local-video/models'];
    for (const url of urls) {
      const response = await app.inject({ url });
      expect([url, response.statusCode, response.body]).toEqual([url, 402, 'The shop is sorry.']);
    }
  });

  it('without a status is a fault, reported in the shape of the API', async () => {
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

  it('leaves faults of the request itself to the API', async () => {
    const app = await createHost(() => undefined);
    const response = await app.inject({
      method: 'POST',
      url: '/films/v1/videos',
      headers: { ...alice, 'content-type': 'application/json' },
      payload: '{',
    });
    expect(errorOf(response)).toEqual([400, 'payload_invalid', undefined]);
  });

  it('is 429 for the sixth call where the host allows five', async () => {
    const app = await createHost((host) => host.register(rateLimit, { max: 5 }));
    const statuses: number[] = [];
    for (let call = 0; call < 6; call += 1) {
      const response = await app.inject({ url: '/films/v1/models', headers: alice });
      statuses.push(response.statusCode);
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

describe('callers that the host knows by other means than a key', () => {
  const sessions = new Map([['session=one', 'shop:anna']]);
  const bySession = async ({
    headers,
  }: {
    readonly headers: { readonly cookie?: string | undefined };
  }): Promise<Authenticated> => {
    const owner = sessions.get(headers.cookie ?? '');
    return owner === undefined
      ? { kind: 'refused', message: 'Please log in to the shop.' }
      : { kind: 'owner', owner };
  };
  const payload = { model: 'vm_std-2.0', prompt: 'a fox' };

  it('own what they create, and see nothing of others', async () => {
    const { gateway } = await createTestApi();
    const app = await createHost(() => undefined, { gateway, authenticate: bySession });
    const cookie = 'session=one';
    const created = await app.inject({
      method: 'POST',
      url: '/films/v1/videos',
      headers: { cookie },
      payload,
    });
    expect(created.statusCode).toBe(202);
    expect(gateway.commands).toMatchObject([{ owner: 'shop:anna' }]);
    const url = created.headers.location ?? '';
    expect((await app.inject({ url, headers: { cookie } })).statusCode).toBe(200);
    sessions.set('session=two', 'shop:bert');
    const foreign = await app.inject({ url, headers: { cookie: 'session=two' } });
    expect(errorOf(foreign)).toEqual([404, 'job_not_found', undefined]);
  });

  it('are refused in the words of the host, also with a key that is good elsewhere', async () => {
    const app = await createHost(() => undefined, { authenticate: bySession });
    const refused = await app.inject({ url: '/films/v1/videos', headers: alice });
    expect(errorOf(refused)).toEqual([401, 'api_key_invalid', undefined]);
    expect(refused.body).toContain('Please log in to the shop.');
  });

  it('[quota.as-given] have the quota the host gives them, and none without one', async () => {
    const { gateway } = await createTestApi();
    const quotas = [12, 0, null, undefined];
    const authenticate: VideoTaskApiDeps['authenticate'] = ({ headers }) => {
      const quota = quotas[Number(headers.cookie)];
      const owner = { kind: 'owner', owner: 'shop:anna' } as const;
      return quota === undefined ? owner : { ...owner, quota };
    };
    const app = await createHost(() => undefined, { gateway, authenticate });
    for (const cookie of Object.keys(quotas))
      await app.inject({ method: 'POST', url: '/films/v1/videos', headers: { cookie }, payload });
    expect(gateway.commands.map(({ quota }) => quota)).toEqual([12, 0, null, null]);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'are let nowhere with a quota of %s, which is the mistake of the host',
    async (quota) => {
      const { gateway } = await createTestApi();
      const authenticate = (): Authenticated => ({ kind: 'owner', owner: 'shop:anna', quota });
      const app = await createHost(() => undefined, { gateway, authenticate });
      const response = await app.inject({ method: 'POST', url: '/films/v1/videos', payload });
      expect(response.statusCode).toBe(500);
      expect(gateway.commands).toEqual([]);
    },
  );

  it('may be refused by a thrown error', async () => {
    const authenticate = async (): Promise<Authenticated> => {
      throw refusal(402);
    };
    const app = await createHost(() => undefined, { authenticate });
    const response = await app.inject('/films/v1/videos');
    expect([response.statusCode, response.body]).toEqual([402, 'The shop is sorry.']);
  });
});

describe('choices of the host', () => {
  it('are names of error codes, in responses and in failed tasks', async () => {
    const { gateway } = await createTestApi();
    const errorCodes = {
      trae_credits_exhausted: 'shop_is_empty',
      content_rejected: 'not_in_this_shop',
      job_not_found: 'no_such_film',
    };
    const app = await createHost(() => undefined, { gateway, settings: { errorCodes } });
    const create = () =>
      app.inject({
        method: 'POST',
        url: '/films/v1/videos',
        headers: alice,
        payload: { model: 'vm_std-2.0', prompt: 'a fox' },
      });
    const url = (await create()).headers.location ?? '';
    const [id = ''] = gateway.jobs.keys();
    gateway.change(id, {
      state: 'failed',
      failure: { code: 'content_rejected', message: 'Refused.' },
    });
    expect((await app.inject({ url, headers: alice })).json()).toMatchObject({
      error: { code: 'not_in_this_shop' },
    });
    gateway.scriptAccept({ kind: 'not-admitted', reason: 'credits-exhausted', retryAfterMs: null });
    expect(errorOf(await create())).toEqual([409, 'shop_is_empty', undefined]);
    const missing = await app.inject({ url: '/films/v1/videos/vt_none', headers: alice });
    expect(errorOf(missing)).toEqual([404, 'no_such_film', undefined]);
  });

  it.each([
    [{ no_such_code: 'other' }, 'There is no error code no_such_code to rename.'],
    [{ job_not_found: 'No such video' }, 'the name of job_not_found'],
  ])('cannot be %j', async (errorCodes, message) => {
    await expect(createHost(() => undefined, { settings: { errorCodes } })).rejects.toThrow(
      message,
    );
  });

  it('are groups of routes that are not there', async () => {
    const off = { models: false, native: false, events: false };
    const app = await createHost((host) => host.register(swagger, { openapi: {} }), {
      settings: { routes: off },
    });
    for (const url of ['/films/v1/models', '/films/api/v1/video-jobs/x'])
      expect(errorOf(await app.inject({ url, headers: alice }))).toEqual([
        404,
        'route_not_found',
        undefined,
      ]);
    expect((await app.inject({ url: '/films/v1/videos', headers: alice })).statusCode).toBe(200);
    const paths = Object.keys(app.swagger().paths ?? {});
    expect(paths.filter((path) => !path.startsWith('/films/v1/videos'))).toEqual([
      '/films/media/{file}',
      '/films/v1/video/generations',
    ]);
    const bare = await createHost(() => undefined, { settings: { routes: { videos: false } } });
    const gone = await bare.inject({ method: 'POST', url: '/films/v1/videos', headers: alice });
    expect(errorOf(gone)).toEqual([404, 'route_not_found', undefined]);
    expect((await bare.inject({ url: '/films/v1/models', headers: alice })).statusCode).toBe(200);
  });

  it('are groups of routes of the Local Generation API, too', async () => {
    const { deps, service } = await createLocalTestApi();
    const off = { images: false, workbench: false, pool: false };
    const settings = { routes: off, errorCodes: { route_not_found: 'nothing_here' } };
    const app = await createHost((host) =>
      host.register(createLocalGenerationApi({ ...deps, settings }), { prefix: '/local' }),
    );
    for (const url of [
      '/v1/images/generations',
      '/local-video/models',
      '/api/v1/video-submit-status',
    ])
      expect(errorOf(await app.inject({ url: `/local${url}`, headers: service }))).toEqual([
        404,
        'nothing_here',
        undefined,
      ]);
    expect((await app.inject({ url: '/local/v1/models', headers: service })).statusCode).toBe(200);
  });
});
