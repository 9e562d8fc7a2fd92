import { createFailedCredentials, type SurfaceDescription } from '@filmgate/http-adapter';
import Fastify, { type FastifyInstance, type FastifyReply } from 'fastify';
import { observeResponses } from '../log/observe-responses.ts';
import { createRequestLines } from '../log/request-lines.ts';
import type { Settings } from '../settings/settings-schema.ts';
import { bindListener } from './bind-listener.ts';
import type { GatewayServices } from './gateway-services.ts';
import {
  keepSettingsFresh,
  type ListenerParts,
  operationApi,
  serverOptions,
} from './listener-parts.ts';
import { createLocalListener } from './local-listener.ts';
import { ListenerAddress } from './public-urls.ts';
import { createTasksListener } from './tasks-listener.ts';

/** Both listeners, bound. */
export interface Listeners {
  readonly tasks: ListenerAddress;
  readonly local: ListenerAddress;
  /** Accepts no new connections, lets open responses finish for `graceMs`, then cuts them. Always ends. */
  close(graceMs: number): Promise<void>;
}

/** Interval at which connections that became idle during the closing are closed, in ms. */
const closeIdleEveryMs = 50;

/**
 * Opens both listeners, or neither.
 *
 * @throws Error with a sentence for the operator when one cannot be bound
 */
export async function openListeners(
  settings: Settings,
  services: GatewayServices,
  shared: Omit<ListenerParts, 'address'>,
): Promise<Listeners> {
  const { FILMGATE_HOST: host, FILMGATE_TASKS_PORT, FILMGATE_LOCAL_PORT } = settings;
  const { tasks, local } = addressesOf(settings, services);
  const apps = await createApps(settings, services, { ...shared, tasks, local });
  const close = (graceMs: number): Promise<void> => closeAll([apps.tasks, apps.local], graceMs);
  try {
    const portOfTasks = await bindListener({
      app: apps.tasks,
      host,
      port: FILMGATE_TASKS_PORT,
      portSetting: 'FILMGATE_TASKS_PORT',
    });
    tasks.listening(portOfTasks);
    const portOfLocal = await bindListener({
      app: apps.local,
      host,
      port: FILMGATE_LOCAL_PORT,
      portSetting: 'FILMGATE_LOCAL_PORT',
    });
    local.listening(portOfLocal);
  } catch (error) {
    await close(0);
    throw error;
  }
  return { tasks, local, close };
}

/** Creates the listeners of the node's role: a node that only runs jobs has no surface. */
async function createApps(
  settings: Settings,
  services: GatewayServices,
  parts: Omit<ListenerParts, 'address'> & Pick<Listeners, 'tasks' | 'local'>,
): Promise<{ readonly tasks: FastifyInstance; readonly local: FastifyInstance }> {
  const { tasks, local, ...shared } = parts;
  const ofTasks = { ...shared, address: tasks };
  const ofLocal = { ...shared, address: local };
  if (settings.FILMGATE_ROLE === 'runner') {
    return {
      tasks: await createRunnerListener(settings, services, { ...ofTasks, name: 'tasks' }),
      local: await createRunnerListener(settings, services, { ...ofLocal, name: 'local' }),
    };
  }
  return {
    tasks: await createTasksListener(settings, services, ofTasks),
    local: await createLocalListener(settings, services, { ...ofLocal, tasks }),
  };
}

async function closeAll(apps: readonly FastifyInstance[], graceMs: number): Promise<void> {
  // A connection whose response began before the closing becomes idle after it, and nothing else would close it.
  const idle = setInterval(() => {
    for (const { server } of apps) server.closeIdleConnections();
  }, closeIdleEveryMs);
  const cut = setTimeout(() => {
    for (const { server } of apps) server.closeAllConnections();
  }, graceMs);
  try {
    await Promise.all(apps.map((app) => app.close()));
  } finally {
    clearTimeout(cut);
    clearInterval(idle);
  }
}

function addressesOf(
  { FILMGATE_HOST: host, FILMGATE_TASKS_PORT, FILMGATE_LOCAL_PORT }: Settings,
  { live }: GatewayServices,
): Pick<Listeners, 'tasks' | 'local'> {
  return {
    tasks: new ListenerAddress(
      host,
      FILMGATE_TASKS_PORT,
      () => live.current().FILMGATE_TASKS_PUBLIC_URL,
    ),
    local: new ListenerAddress(
      host,
      FILMGATE_LOCAL_PORT,
      () => live.current().FILMGATE_LOCAL_PUBLIC_URL,
    ),
  };
}

/** Description of the listener of a node that only runs jobs. */
const runnerDescription: SurfaceDescription = {
  title: 'Filmgate runner',
  summary: 'A node that runs jobs. Serves health checks and metrics only.',
  schemas: [],
  securitySchemes: {
    metricsToken: { type: 'http', scheme: 'bearer', description: 'The metrics token.' },
  },
  refuseMethod: (reply, allow) => void reply.code(405).header('allow', allow).send(),
};

/** Creates the listener of a node that only runs jobs: health and, for the metrics token, metrics. */
async function createRunnerListener(
  settings: Settings,
  services: GatewayServices,
  listener: ListenerParts & { readonly name: 'tasks' | 'local' },
): Promise<FastifyInstance> {
  const { metrics } = services;
  const failedCredentials = createFailedCredentials(services.composed.ports);
  const app = Fastify(serverOptions(settings));
  listener.bounds.apply(app);
  observeResponses(app, [
    createRequestLines(app, listener.logger, listener.name),
    metrics.observeRequest(listener.name),
  ]);
  keepSettingsFresh(app, services);
  await app.register(operationApi(services, { ...listener, surfaces: [runnerDescription] }));
  app.get('/metrics', async (request, reply): Promise<FastifyReply> => {
    const [, token] = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined || services.metricsTokenMatches(token) !== true) {
      const waitMs = token === undefined ? null : failedCredentials.count(request.ip);
      if (waitMs !== null)
        return reply
          .code(429)
          .header('retry-after', String(Math.ceil(waitMs / 1_000)))
          .send();
      return reply.code(401).header('www-authenticate', 'Bearer').send();
    }
    return reply.header('content-type', metrics.contentType).send(await metrics.render());
  });
  return app;
}
