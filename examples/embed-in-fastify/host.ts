import { randomBytes } from 'node:crypto';
import {
  createVideoTaskApi,
  type VideoTaskApiDeps,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import { createDigest, type OpenGateway } from '@filmgate/runtime-node';
import Fastify, { type FastifyInstance } from 'fastify';

const prefix = '/studio';

/** A shop with its own routes, customers and error format. */
export async function createHost(
  opened: OpenGateway,
  customers: ReadonlyMap<string, string>,
): Promise<FastifyInstance> {
  const app = Fastify(videoTaskServerOptions(() => opened.ports.ids.next()));
  app.setErrorHandler((_error, _request, reply) => reply.code(500).send('The shop is sorry.'));
  app.setNotFoundHandler((_request, reply) => reply.code(404).send('The shop has no such page.'));
  app.get('/', async () => 'Welcome to the shop.');
  app.get('/broken', async () => {
    throw new Error('out of stock');
  });
  const publicUrl = () => `${app.listeningOrigin}${prefix}`;
  const videos = createVideoTaskApi({ ...videoDeps(opened, customers), publicUrl });
  await app.register(videos, { prefix });
  return app;
}

/** The shop's customers and their keys stay where they are: `customers` maps the digest of a key to its owner. */
function videoDeps(
  { gateway, ports }: OpenGateway,
  customers: ReadonlyMap<string, string>,
): Omit<VideoTaskApiDeps, 'publicUrl'> {
  const digest = createDigest();
  const linkKey = randomBytes(32);
  const sign = (data: string) => digest.hmacSha256({ key: linkKey, data });
  return {
    gateway,
    keys: { digestOf: (key) => digest.sha256(key), isWellFormed: (key) => key !== '' },
    apiUsers: {
      authenticate: async ({ keyDigest }) => {
        const id = customers.get(keyDigest);
        return id === undefined ? { kind: 'unknown' } : { kind: 'known', id };
      },
      // Another number would void every link made before.
      linkEpoch: async () => 0,
    },
    nativeKeyMatches: () => null,
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
