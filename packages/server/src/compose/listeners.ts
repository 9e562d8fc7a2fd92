import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings/settings-schema.ts';
import { bindListener } from './bind-listener.ts';
import type { GatewayServices } from './gateway-services.ts';
import type { ListenerParts } from './listener-parts.ts';
import { createLocalListener } from './local-listener.ts';
import { ListenerAddress } from './public-urls.ts';
import { createRunnerListener } from './runner-listener.ts';
import { createTasksListener } from './tasks-listener.ts';

/** Both listeners, bound. */
export interface Listeners {
  readonly tasks: ListenerAddress;
  readonly local: ListenerAddress;
  /** Takes no new connections, lets open answers finish for `graceMs`, then cuts them. Never hangs. */
  close(graceMs: number): Promise<void>;
}

/** How soon a connection is closed that went idle while its listener closes, in ms. */
const closeIdleEveryMs = 50;

/**
 * Opens both listeners, or none.
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

/** The listeners of the node's role: one that only runs jobs has no surface. */
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
  // A connection whose answer began before the closing goes idle after it, and nobody else would end it.
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
