import { readPages } from '@filmgate/console';
import { createRouter, type GatewayOptions } from '@filmgate/core';
import {
  adminDescription,
  createLocalGenerationApi,
  createPages,
  localGenerationDescription,
  localGenerationServerOptions,
} from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance } from 'fastify';
import { observeResponses } from '../log/observe-responses.ts';
import { createRequestLines } from '../log/request-lines.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { adminApi } from './admin-api.ts';
import {
  requestLogOf,
  keepSettingsFresh,
  type ListenerParts,
  type LocalListenerParts,
  operationApi,
  serverOptions,
} from './listener-parts.ts';
import type { GatewayServices } from './gateway-services.ts';
import { ownOrigins } from './public-urls.ts';
import { localGenerationChoices } from './surface-choices.ts';

const second = 1_000;

/**
 * Returns the maximum wait of a synchronous caller for a family, in ms: the operator's limit, else the family's own
 * [local.wait.bound]. A retry may wait for a job whose family is no longer on offer: for the longest time of any
 * family.
 */
export function syncWaitMs(
  { FILMGATE_SYNC_WAIT_SECONDS: stated }: Pick<Settings, 'FILMGATE_SYNC_WAIT_SECONDS'>,
  { catalog }: Pick<GatewayOptions, 'catalog'>,
  family: string,
): number {
  const { families } = catalog();
  const known = families.filter(({ id }) => id === family);
  const waits = (known.length > 0 ? known : families).map(({ waitSeconds }) => waitSeconds);
  return (stated ?? Math.max(...waits)) * second;
}

const nonceBytes = 16;
/** Returns the console and the workbench of the local listener. */
function pages(
  services: GatewayServices,
  { address }: Pick<ListenerParts, 'address'>,
): ReturnType<typeof createPages> {
  const { storage, clock, ids, digest } = services.composed.ports;
  const { live } = services;
  return createPages({
    files: readPages(),
    access: storage.adminAccess,
    digest,
    clock,
    ids,
    newNonce: () => services.ids.token(nonceBytes),
    sessionIdleMs: () => live.current().FILMGATE_SESSION_IDLE_MINUTES * minute,
    publicUrl: () => address.publicUrl(),
  });
}

const minute = 60_000;

/** Returns the Local Generation API on the services and settings in force. */
function localGenerationApi(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts,
): ReturnType<typeof createLocalGenerationApi> {
  const { ports } = services.composed;
  const { live, options } = services;
  return createLocalGenerationApi({
    gateway: services.localGateway,
    jobs: ports.storage.reader,
    referenceBlobs: ports.assetBlobs,
    events: ports.storage.events,
    apiUsers: { linkEpoch: services.linkEpoch },
    accounts: ports.storage.accounts,
    book: createRouter(options, ports.upstreams),
    clock: ports.clock,
    ids: ports.ids,
    digest: ports.digest,
    log: ports.log,
    serviceKeyMatches: services.serviceKeyMatches,
    takesTitlePrompts: () => !live.current().FILMGATE_REFUSE_TITLE_PROMPTS,
    syncWaitMs: (family) => syncWaitMs(live.current(), options, family),
    isDraining: listener.isDraining,
    stopping: listener.stopping,
    queueLimit: () => options.queueLimit,
    signer: services.signer,
    requestLog: requestLogOf(services),
    publicUrl: () => listener.address.publicUrl(),
    access: ports.storage.adminAccess,
    sessionEnds: services.sessionEnds,
    sessionIdleMs: () => live.current().FILMGATE_SESSION_IDLE_MINUTES * minute,
    ownOrigins: () => ownOrigins(live.current(), listener.address),
    settings: localGenerationChoices(settings),
  });
}

/** Creates the local listener: the Local Generation API, login, the admin API, the pages and health. */
export async function createLocalListener(
  settings: Settings,
  services: GatewayServices,
  listener: LocalListenerParts,
): Promise<FastifyInstance> {
  const app = Fastify({
    ...serverOptions(settings),
    ...localGenerationServerOptions(() => services.ids.next(), localGenerationChoices(settings)),
  });
  listener.bounds.apply(app);
  observeResponses(app, [
    createRequestLines(app, listener.logger, 'local'),
    services.metrics.observeRequest('local'),
  ]);
  keepSettingsFresh(app, services);
  await app.register(
    operationApi(services, {
      ...listener,
      surfaces: [localGenerationDescription, adminDescription],
    }),
  );
  await app.register(adminApi(services, listener));
  await app.register(pages(services, listener));
  await app.register(localGenerationApi(settings, services, listener));
  return app;
}
