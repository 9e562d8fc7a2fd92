import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

/** Fastify announces every instance it creates on this channel, before anything is registered on it. */
const channel = 'fastify.initialization';

/** Other methods of a known path are served by one hidden route of many methods. */
const mostMethods = 2;

/** A route as an application registered it. */
export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

const isFastify = (value: unknown): value is FastifyInstance =>
  typeof value === 'object' && value !== null && 'addHook' in value;
const message = z.object({ fastify: z.custom<FastifyInstance>(isFastify) });

/** Collects the routes of every application created while `work` runs, one list for each, in order of creation. */
export async function watchRoutes<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly apps: readonly (readonly RegisteredRoute[])[] }> {
  const apps: RegisteredRoute[][] = [];
  const listen = (reported: unknown): void => {
    const routes: RegisteredRoute[] = [];
    apps.push(routes);
    message.parse(reported).fastify.addHook('onRoute', ({ method, url }) => {
      const methods = [method].flat();
      if (methods.length <= mostMethods)
        routes.push(...methods.map((one) => ({ method: one, url })));
    });
  };
  subscribe(channel, listen);
  try {
    return { result: await work(), apps };
  } finally {
    unsubscribe(channel, listen);
  }
}
