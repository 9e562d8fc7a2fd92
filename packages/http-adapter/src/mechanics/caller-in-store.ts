import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See `lookUpCallersInStore`. */
    readonly callerIsInStore?: true;
  }
}

/**
 * Marks the routes of this scope as ones whose callers are looked up in the store, and which need nothing else of their host
 * before the body is read. A host that has to ask the store for something of its own at each request may then do so
 * meanwhile (from `onRequest` to `preParsing`), instead of before.
 */
export function lookUpCallersInStore(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, callerIsInStore: true };
  });
}

/** Whether a request's route was marked by `lookUpCallersInStore`. */
export function isCallerInStore({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.callerIsInStore === true;
}
