import { StorageUnavailable } from '@filmgate/core';
import { isCallerInStore } from '@filmgate/http-adapter';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GatewayServices } from './gateway-services.ts';
import { sharesStore } from './shares-store.ts';

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
    // Whoever is refused before is not told of it.
    fresh.catch(() => undefined);
    done();
  });
  app.addHook('preParsing', async (request) => {
    await awaited.get(request);
  });
}
