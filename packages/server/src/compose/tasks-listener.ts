import {
  createVideoTaskApi,
  videoTaskDescription,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRequestLines } from '../log/request-lines.ts';
import { observeAnswers } from '../log/observe-answers.ts';
import type { Settings } from '../settings/settings-schema.ts';
import {
  callLogOf,
  keepSettingsFresh,
  type ListenerParts,
  operationApi,
  serverOptions,
} from './listener-parts.ts';
import type { GatewayServices } from './gateway-services.ts';
import { videoTaskChoices } from './surface-choices.ts';

/** The listener of the Video Task API. */
export async function createTasksListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions(settings),
    ...videoTaskServerOptions(() => services.ids.next()),
  });
  listener.bounds.apply(app);
  observeAnswers(app, [
    createRequestLines(app, listener.logger, 'tasks'),
    services.metrics.observeRequest('tasks'),
  ]);
  keepSettingsFresh(app, services);
  await app.register(operationApi(services, { ...listener, surfaces: [videoTaskDescription] }));
  await app.register(videoTaskApi(settings, services, listener));
  return app;
}

function videoTaskApi(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): ReturnType<typeof createVideoTaskApi> {
  const { ports } = services.composed;
  const { keys } = services;
  return createVideoTaskApi({
    gateway: services.gateway,
    apiUsers: {
      authenticate: (input) => ports.storage.apiUsers.authenticate(input),
      linkEpoch: services.linkEpoch,
    },
    jobs: ports.storage.reader,
    events: ports.storage.events,
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
    callLog: callLogOf(services),
    publicUrl: () => listener.address.publicUrl(),
    settings: videoTaskChoices(settings),
  });
}
