import {
  createPollFastPath,
  createVideoTaskApi,
  type FastPath,
  strictTransportOf,
  type VideoTaskApiDeps,
  videoTaskDescription,
  videoTaskServerOptions,
} from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { createRequestLines } from '../log/request-lines.ts';
import { observeResponses } from '../log/observe-responses.ts';
import type { Settings } from '../settings/settings-schema.ts';
import {
  requestLogOf,
  keepSettingsFresh,
  type ListenerParts,
  operationApi,
  serverOptions,
} from './listener-parts.ts';
import { syncWaitMs } from './local-listener.ts';
import type { GatewayServices } from './gateway-services.ts';
import { videoTaskChoices } from './surface-choices.ts';

export async function createTasksListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions(settings),
    ...videoTaskServerOptions(() => services.ids.next(), videoTaskChoices(settings)),
  });
  const observeRequest = services.metrics.observeRequest('tasks');
  listener.bounds.apply(app);
  observeResponses(app, [createRequestLines(app, listener.logger, 'tasks'), observeRequest]);
  keepSettingsFresh(app, services);
  await app.register(operationApi(services, { ...listener, surfaces: [videoTaskDescription] }));
  const deps = videoTaskApiDeps(settings, services, listener);
  await app.register(createVideoTaskApi(deps));
  const { clock, storage } = services.composed.ports;
  const { bounds, logger } = listener;
  if (storage.atOnce === undefined) return app;
  const respondToPoll = createPollFastPath(deps, {
    reads: storage.atOnce,
    bounds,
    clock,
    // A server that closes announces it on each connection, and a log of every read has a line for each.
    isOpen: () => !listener.isDraining() && !logger.isLevelEnabled('debug'),
    strictTransport: () => strictTransportOf(deps.publicUrl()),
    observe: observeRequest,
  });
  respondFirst(app.server, respondToPoll);
  return app;
}

/** Handles a server's requests on the fast path before its framework. */
function respondFirst(server: FastifyInstance['server'], reply: FastPath): void {
  const frameworks = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (reply(request, response)) return;
    for (const framework of frameworks) framework.call(server, request, response);
  });
}

function videoTaskApiDeps(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): VideoTaskApiDeps {
  const { ports, noticeSigner, assetLinks: links } = services.composed;
  const { keys, live, options } = services;
  const wasMade = (key: string): boolean => keys.read(key).kind === 'well-formed';
  return {
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
      // A store that lost everything has another pepper. The halt is reported before any key is called wrong.
      isWellFormed: (key) => wasMade(key) || (ports.storage.dataLoss?.lost() ?? null) !== null,
      wasMade,
    },
    nativeKeyMatches: services.nativeKeyMatches,
    signer: services.signer,
    ...(noticeSigner !== undefined && { notices: noticeSigner }),
    ...(links !== undefined && { references: { links, blobs: ports.assetBlobs } }),
    requestLog: requestLogOf(services),
    waiting: {
      syncWaitMs: (family) => syncWaitMs(live.current(), options, family),
      isDraining: listener.isDraining,
      stopping: listener.stopping,
    },
    publicUrl: () => listener.address.publicUrl(),
    settings: videoTaskChoices(settings),
  };
}
