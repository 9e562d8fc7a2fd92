import { StorageUnavailable } from '@filmgate/core';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { defineSurface, type ErrorShape, refuseMethods } from '../../src/http/define-surface.ts';

interface PlainFailure {
  readonly kind: 'nothing-here' | 'other-method' | 'internal' | 'storage-unavailable';
  readonly allow?: string;
}

const statuses = {
  'nothing-here': 404,
  'other-method': 405,
  internal: 500,
  'storage-unavailable': 503,
} as const;

/** Failures as one word of plain text. */
const plain: ErrorShape<PlainFailure> = {
  send: (reply, { kind, allow }) =>
    reply
      .code(statuses[kind])
      .headers(allow === undefined ? {} : { allow })
      .type('text/plain')
      .send(kind),
  unknownPath: { kind: 'nothing-here' },
  wrongMethod: (allow) => ({ kind: 'other-method', allow }),
  failureOf: (error) => ({
    kind: error instanceof StorageUnavailable ? 'storage-unavailable' : 'internal',
  }),
};

const surface = defineSurface({
  title: 'Plain',
  summary: 'Answers in plain text.',
  schemas: [],
  securitySchemes: {},
  errorShape: plain,
  openContext: ({ greeting }: PlainDeps) => ({ greeting }),
  choicesOf: () => ({ errorCodes: {}, handleUnknownRoutes: true }),
  routes: async (app, { greeting }) => {
    refuseMethods(app, plain, { '/hello/:name': ['GET'], '/broken': ['GET'] });
    app.get<{ Params: { name: string } }>('/hello/:name', ({ params }) => ({
      text: `${greeting} ${params.name}`,
    }));
    app.get('/broken', () => {
      throw new StorageUnavailable('no disk', { applied: 'no' });
    });
  },
});

interface PlainDeps {
  readonly greeting: string;
  readonly ids: { next(): string };
  readonly log: { info(): void; warn(): void; error(event: string): void };
}

it.each([
  ['GET', '/plain/hello/Ann', 200, '{"text":"Hello Ann"}', undefined],
  ['GET', '/plain/hello/', 404, 'nothing-here', undefined],
  ['GET', '/plain/elsewhere', 404, 'nothing-here', undefined],
  ['POST', '/plain/hello/Ann', 405, 'other-method', 'GET, HEAD'],
  ['GET', '/plain/broken', 503, 'storage-unavailable', undefined],
] as const)(
  '[surfaces.mountable] a surface of any shape responds in its own words: %s %s',
  async (method, url, status, body, allow) => {
    const reported: string[] = [];
    const app = fastify();
    const log = {
      info: () => undefined,
      warn: () => undefined,
      error: (event: string) => void reported.push(event),
    };
    await app.register(surface.create({ greeting: 'Hello', ids: { next: () => '1' }, log }), {
      prefix: '/plain',
    });
    const response = await app.inject({ method, url });
    expect([response.statusCode, response.body, response.headers.allow]).toEqual([
      status,
      body,
      allow,
    ]);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-request-id': 'req_1',
    });
    expect(reported).toEqual(status === 503 ? ['storage_unavailable'] : []);
    await app.close();
  },
);
