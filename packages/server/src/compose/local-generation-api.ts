import { createRouteBook } from '@filmgate/core';
import { createLocalGenerationApi } from '@filmgate/http-adapter';
import { callLogOf } from './call-log.ts';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerParts } from './listener-parts.ts';
import { ownOrigins } from './public-urls.ts';
import { syncWaitMs } from './sync-wait.ts';

const minute = 60_000;

/** The Local Generation API on the services and settings in force. */
export function localGenerationApi(
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
    book: createRouteBook(options, ports.upstreams),
    clock: ports.clock,
    ids: ports.ids,
    digest: ports.digest,
    log: ports.log,
    serviceKeyMatches: services.serviceKeyMatches,
    syncWaitMs: (family) => syncWaitMs(live.current(), options, family),
    isDraining: listener.isDraining,
    stopping: listener.stopping,
    queueLimit: () => options.queueLimit,
    signer: services.signer,
    callLog: callLogOf(services),
    publicUrl: () => listener.address.publicUrl(),
    access: ports.storage.adminAccess,
    sessionEnds: services.sessionEnds,
    sessionIdleMs: () => live.current().FILMGATE_SESSION_IDLE_MINUTES * minute,
    ownOrigins: () => ownOrigins(live.current(), listener.address),
  });
}
