import {
  createVideoTaskApi,
  videoTaskDescription,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { logRequests } from '../log/log-requests.ts';
import type { Settings } from '../settings/settings-schema.ts';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerParts } from './listener-parts.ts';
import { operationApi } from './operation-api.ts';
import { serverOptions } from './server-options.ts';

/** The listener of the Video Task API. */
export async function createTasksListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): Promise<FastifyInstance> {
  const { ports } = services.composed;
  const { keys } = services;
  const app = Fastify({
    ...serverOptions(settings),
    ...videoTaskServerOptions(() => services.ids.next()),
  });
  logRequests(app, listener.logger, 'tasks');
  await app.register(operationApi(services, { ...listener, surface: videoTaskDescription }));
  await app.register(
    createVideoTaskApi({
      gateway: services.gateway,
      apiUsers: ports.storage.apiUsers,
      jobs: ports.storage.reader,
      catalog: services.options.catalog,
      clock: ports.clock,
      ids: ports.ids,
      digest: ports.digest,
      log: ports.log,
      keys: {
        digestOf: (key) => keys.digest(key),
        isWellFormed: (key) => keys.read(key).kind === 'well-formed',
      },
      upstreamKeyMatches: services.upstreamKeyMatches,
      signer: services.signer,
      publicUrl: () => listener.address.publicUrl(),
    }),
  );
  return app;
}
