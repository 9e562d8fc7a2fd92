import { randomBytes } from 'node:crypto';
import rateLimit from '@fastify/rate-limit';
import swagger from '@fastify/swagger';
import {
  type Authenticated,
  createVideoTaskApi,
  type VideoTaskApiDeps,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import { createDigest, type OpenGateway } from '@filmgate/runtime-node';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

const prefix = '/films';

/** A visitor of the site, by the text of the session cookie; `credits` is the total budget for its videos. */
export type Visitors = ReadonlyMap<string, { readonly name: string; readonly credits: number }>;

/** A site with its own sessions, rate limit, API description and error messages. */
export async function createHost(
  opened: OpenGateway,
  visitors: Visitors,
): Promise<FastifyInstance> {
  const app = Fastify(videoTaskServerOptions(() => opened.ports.ids.next()));
  app.setErrorHandler<Error & { readonly statusCode?: number }>((error, _request, reply) =>
    reply.code(error.statusCode ?? 500).send(`The site is sorry: ${error.message}`),
  );
  await app.register(swagger, {
    openapi: { openapi: '3.1.0', info: { title: 'The site', version: '1' } },
  });
  await app.register(rateLimit, {
    max: 5,
    keyGenerator: ({ headers, ip }) => headers.cookie ?? ip,
  });
  const publicUrl = () => `${app.listeningOrigin}${prefix}`;
  await app.register(createVideoTaskApi({ ...videoDeps(opened, visitors), publicUrl }), { prefix });
  return app;
}

function videoDeps(
  { gateway, ports }: OpenGateway,
  visitors: Visitors,
): Omit<VideoTaskApiDeps, 'publicUrl'> {
  const digest = createDigest();
  const linkKey = randomBytes(32);
  const sign = (data: string) => digest.hmacSha256({ key: linkKey, data });
  return {
    gateway,
    // The site alone decides. Cookies also come from pages of other sites: a real site checks the origin of a request.
    authenticate: ({ headers }: FastifyRequest): Authenticated => {
      const visitor = visitors.get(headers.cookie ?? '');
      if (visitor === undefined) return { kind: 'refused', message: 'Please log in.' };
      return { kind: 'owner', owner: `visitor:${visitor.name}`, quota: visitor.credits };
    },
    // No key is accepted here.
    keys: { digestOf: (key) => digest.sha256(key), isWellFormed: () => false },
    nativeKeyMatches: () => null,
    apiUsers: { authenticate: async () => ({ kind: 'unknown' }), linkEpoch: async () => 0 },
    settings: { routes: { native: false } },
    jobs: ports.storage.reader,
    events: ports.storage.events,
    clock: ports.clock,
    ids: ports.ids,
    digest,
    log: ports.log,
    signer: {
      sign,
      verify: (data, signature) => digest.equalInConstantTime(sign(data), signature),
    },
  };
}
