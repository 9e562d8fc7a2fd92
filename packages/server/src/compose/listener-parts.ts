import type { Server } from 'node:http';
import { type DataLoss, StorageUnavailable } from '@filmgate/core';
import {
  type RequestLog,
  createMetaRoutes,
  isCallerInStore,
  type Readiness,
  type RequestBounds,
  type SurfaceDescription,
} from '@filmgate/http-adapter';
import type {
  FastifyHttpOptions,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyRequest,
} from 'fastify';
import type { Logger as PinoLogger } from 'pino';
import type { Settings } from '../settings/settings-schema.ts';
import { packageVersion } from '../version.ts';
import type { GatewayServices } from './gateway-services.ts';
import { sharesStore } from './open-storage.ts';
import type { ListenerAddress } from './public-urls.ts';

/** Parts of one listener besides the shared services. */
export interface ListenerParts {
  readonly address: ListenerAddress;
  readonly isDraining: () => boolean;
  /** Aborts when open waits are to be cut, because the runner has stopped. */
  readonly stopping: AbortSignal;
  readonly logger: PinoLogger;
  /** Limits for callers of all listeners together. */
  readonly bounds: RequestBounds;
}

/** Parts of the local listener, whose console also shows the address of the other one. */
export interface LocalListenerParts extends ListenerParts {
  readonly tasks: ListenerAddress;
}

/** Maximum time for the headers of a request, in ms: cuts slow-header attacks short. */
const headersTimeoutMs = 15_000;
/** Longer than the keep-alive of common proxies, so that they close first, in ms. */
const keepAliveTimeoutMs = 75_000;

/** Options of every listener. Body timeouts are set per route, since an upload of 100 MB may take long. */
export function serverOptions(settings: Settings): FastifyHttpOptions<Server> {
  const { FILMGATE_TRUST_PROXY: proxies } = settings;
  return {
    logger: false,
    trustProxy: proxies.length === 0 ? false : [...proxies],
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // While draining, requests over open connections still get a response.
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, maxHeaderSize: 16 * 1024 },
  };
}

/** Routes that must respond while the store does not, and need no setting but the metrics token. */
const respondAlways: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/metrics',
]);

/**
 * Refreshes the settings before each request where several nodes share a store, so that no request uses settings older
 * than itself: a key removed on one node opens nothing on another. It costs one small read, shared by concurrent
 * requests; a caller in the store is looked up meanwhile. A store of one process needs none of this, and gets no hook.
 * Call it before anything that reads a setting is registered.
 */
export function keepSettingsFresh(app: FastifyInstance, services: GatewayServices): void {
  const { live, composed } = services;
  if (!sharesStore(composed.ports)) return;
  const awaited = new WeakMap<FastifyRequest, Promise<void>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const fresh = live.refresh().catch((error: unknown) => {
      if (!(error instanceof StorageUnavailable && respondAlways.has(url))) throw error;
    });
    if (!isCallerInStore(request)) {
      fresh.then(() => done(), done);
      return;
    }
    awaited.set(request, fresh);
    // A caller that is refused earlier does not see this error.
    fresh.catch(() => undefined);
    done();
  });
  app.addHook('preParsing', async (request) => {
    await awaited.get(request);
  });
}

/** Returns health and description of one listener [health.openapi]. */
export function operationApi(
  services: GatewayServices,
  listener: {
    readonly address: ListenerAddress;
    readonly isDraining: () => boolean;
    readonly surfaces: readonly [SurfaceDescription, ...SurfaceDescription[]];
  },
): FastifyPluginAsync {
  const { storage, freeSpace, resultBlobs, log } = services.composed.ports;
  return createMetaRoutes({
    surfaces: listener.surfaces,
    version: packageVersion(),
    publicUrl: () => listener.address.publicUrl(),
    readiness: async (): Promise<Readiness> => {
      if (listener.isDraining()) return { kind: 'not-ready', reasons: ['draining'] };
      try {
        await storage.ping();
        if ((await freeSpace?.isFull()) === true)
          return { kind: 'not-ready', reasons: ['disk full'] };
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
        const lost = storage.dataLoss?.lost() ?? null;
        return { kind: 'not-ready', reasons: [storeReason(error, lost)] };
      }
    },
    log,
  });
}

const lossReasons = {
  'went-back': 'store lost changes',
  elsewhere: 'store moved or copied',
  gone: 'database file gone',
} as const;

function storeReason({ reason }: StorageUnavailable, lost: DataLoss | null): string {
  switch (reason) {
    case 'data-loss':
      return lossReasons[lost?.kind ?? 'went-back'];
    case 'full':
      return 'store full';
    case 'in-use':
    case null:
      return 'store unreachable';
  }
}

/** Request log for the programmatic routes of a listener [request-log.every-call]. */
export function requestLogOf({
  composed,
  gatherer,
  samples,
  ids,
  digest,
  live,
}: GatewayServices): RequestLog {
  return {
    record: (entry, likeness) => {
      samples.addRequest(entry);
      gatherer.record(entry, likeness);
    },
    countPoll: (poll) => {
      if (!gatherer.countPoll(poll)) return false;
      samples.addRequest(poll);
      return true;
    },
    clock: composed.ports.clock,
    ids,
    digest,
    keepsPrompts: () => live.current().FILMGATE_LOG_PROMPTS,
  };
}
