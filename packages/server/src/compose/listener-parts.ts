import type { Server } from 'node:http';
import { type DataLoss, StorageUnavailable } from '@filmgate/core';
import {
  type RequestLog,
  createOperation,
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

/** What one listener needs besides the services both share. */
export interface ListenerParts {
  readonly address: ListenerAddress;
  readonly isDraining: () => boolean;
  /** Aborts when open waits are to be cut, because the runner has stopped. */
  readonly stopping: AbortSignal;
  readonly logger: PinoLogger;
  /** What callers may cost, for all listeners together. */
  readonly bounds: RequestBounds;
}

/** The local listener's, whose console also speaks of the other one. */
export interface LocalListenerParts extends ListenerParts {
  readonly tasks: ListenerAddress;
}

/** How long a client may take to send its headers, in ms: cuts slow-header attacks short. */
const headersTimeoutMs = 15_000;
/** Longer than common proxies keep theirs, so that they close first. */
const keepAliveTimeoutMs = 75_000;

/** What every listener is set to. Body times are bounded per route, since a 100 MB upload may rightly take long. */
export function serverOptions(settings: Settings): FastifyHttpOptions<Server> {
  const { FILMGATE_TRUST_PROXY: proxies } = settings;
  return {
    logger: false,
    trustProxy: proxies.length === 0 ? false : [...proxies],
    keepAliveTimeout: keepAliveTimeoutMs,
    forceCloseConnections: 'idle',
    // While it drains it still answers what comes over open connections.
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, maxHeaderSize: 16 * 1024 },
  };
}

/** Routes that must answer while the store does not, and need no setting but the metrics token. */
const answerAlways: ReadonlySet<string> = new Set([
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/docs',
  '/metrics',
]);

/**
 * Where several nodes share a store, no request is handled by settings older than itself: a key taken away on one node opens
 * nothing on another. It costs one small read, shared by the requests of the moment; a caller who is looked up in the store
 * is looked up meanwhile. A store of one process needs none of this, and gets no hook. Call it before anything else is
 * registered that asks for a setting.
 */
export function keepSettingsFresh(app: FastifyInstance, services: GatewayServices): void {
  const { live, composed } = services;
  if (!sharesStore(composed.ports)) return;
  const awaited = new WeakMap<FastifyRequest, Promise<void>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = '' } = request.routeOptions;
    const fresh = live.refresh().catch((error: unknown) => {
      if (!(error instanceof StorageUnavailable && answerAlways.has(url))) throw error;
    });
    if (!isCallerInStore(request)) {
      fresh.then(() => done(), done);
      return;
    }
    awaited.set(request, fresh);
    // A caller that is refused before that does not hear of it.
    fresh.catch(() => undefined);
    done();
  });
  app.addHook('preParsing', async (request) => {
    await awaited.get(request);
  });
}

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

/** Where a listener logs the calls of its programmatic routes [request-log.every-call]. */
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
