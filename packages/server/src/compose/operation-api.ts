import { createOperation, type Readiness, type SurfaceDescription } from '@filmgate/http-adapter';
import { StorageUnavailable } from '@filmgate/core';
import type { FastifyPluginAsync } from 'fastify';
import { packageVersion } from '../version.ts';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerAddress } from './public-urls.ts';

/** Health and description of one listener [health.openapi]. */
export function operationApi(
  services: GatewayServices,
  listener: {
    readonly address: ListenerAddress;
    readonly isDraining: () => boolean;
    readonly surfaces: readonly [SurfaceDescription, ...SurfaceDescription[]];
  },
): FastifyPluginAsync {
  const { storage, freeSpace, resultBlobs, log } = services.composed.ports;
  return createOperation({
    surfaces: listener.surfaces,
    version: packageVersion(),
    publicUrl: () => listener.address.publicUrl(),
    readiness: async (): Promise<Readiness> => {
      if (listener.isDraining()) return { kind: 'not-ready', reasons: ['draining'] };
      try {
        await storage.ping();
        const freeBytes = await resultBlobs.freeBytes();
        if (freeBytes !== null && freeBytes < services.options.resultRoomBytes)
          return { kind: 'not-ready', reasons: ['no room for results'] };
        const reasons = [
          ...((await freeSpace?.isLow()) === true ? ['free space low'] : []),
          ...(services.time.jump() === null ? [] : ['clock not confirmed']),
        ];
        return reasons.length > 0 ? { kind: 'ready', reasons } : { kind: 'ready' };
      } catch (error) {
        if (!(error instanceof StorageUnavailable)) throw error;
        return { kind: 'not-ready', reasons: [storeReason(error)] };
      }
    },
    log,
  });
}

function storeReason({ reason }: StorageUnavailable): string {
  switch (reason) {
    case 'memory-lost':
      return 'store lost changes';
    case null:
      return 'store unreachable';
  }
}
