import type { AddressInfo } from 'node:net';
import type { GatewayPorts } from '@filmgate/core';
import { createRunner, type Runner } from '@filmgate/runtime-node';
import type { LedgerView } from '@filmgate/upstream-mock';
import type { FastifyInstance } from 'fastify';
import { type ComposedPorts, composePorts } from './compose/compose-ports.ts';
import { gatewayOptionsOf } from './compose/gateway-options.ts';
import { createServices, type GatewayServices } from './compose/gateway-services.ts';
import { createLocalListener } from './compose/local-listener.ts';
import { ListenerAddress } from './compose/public-urls.ts';
import { createTasksListener } from './compose/tasks-listener.ts';
import { createEventLog, createLogger } from './log/create-log.ts';
import type { Settings } from './settings/settings-schema.ts';

/** A gateway that listens and works. */
export interface RunningGateway {
  /** Where the listeners are bound. */
  readonly tasksUrl: string;
  readonly localUrl: string;
  /** How they are reached from outside. */
  readonly tasksPublicUrl: string;
  readonly localPublicUrl: string;
  readonly services: GatewayServices;
  /** The in-process mock's truth; throws when the mock is another process. */
  readonly mockLedger: (contains?: string) => Promise<LedgerView>;
  /**
   * Drains and lets go of everything: not ready, no new claims, open answers and sends finish within the grace, then
   * the store is closed. Safe to repeat.
   */
  readonly stop: () => Promise<void>;
}

export interface ComposeOverrides {
  /** Stands between the gateway and its ports, for hosts that observe or test them. */
  readonly wrapPorts?: (ports: GatewayPorts) => GatewayPorts;
}

/** How long a stop waits for what is under way, in ms (decisions §7a). */
const drainMs = 60_000;

/** Composes a whole gateway from its settings and starts it (decisions §1). */
export async function composeGateway(settings: Settings, overrides: ComposeOverrides = {}): Promise<RunningGateway> {
  const log = createEventLog(
    createLogger({ level: settings.FILMGATE_LOG_LEVEL, logPrompts: settings.FILMGATE_LOG_PROMPTS }),
  );
  const options = gatewayOptionsOf(settings);
  const opened = await composePorts(settings, log);
  try {
    const composed = { ...opened, ports: overrides.wrapPorts?.(opened.ports) ?? opened.ports };
    return await listen(settings, await createServices(settings, composed, options));
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function listen(settings: Settings, services: GatewayServices): Promise<RunningGateway> {
  const host = settings.FILMGATE_HOST;
  const draining = { now: false };
  const isDraining = (): boolean => draining.now;
  const tasks = new ListenerAddress(host, settings.FILMGATE_TASKS_PORT, settings.FILMGATE_TASKS_PUBLIC_URL);
  const local = new ListenerAddress(host, settings.FILMGATE_LOCAL_PORT, settings.FILMGATE_LOCAL_PUBLIC_URL);
  const runner = createRunner({
    ports: services.composed.ports,
    gatewayOptions: services.options,
    options: { holder: services.ids.next() },
  });
  const listeners = [
    await createTasksListener(settings, services, { address: tasks, isDraining }),
    await createLocalListener(settings, services, { address: local, isDraining }),
  ] as const;
  tasks.listening(await bind(listeners[0], host, settings.FILMGATE_TASKS_PORT));
  local.listening(await bind(listeners[1], host, settings.FILMGATE_LOCAL_PORT));
  runner.start();
  return {
    tasksUrl: tasks.boundUrl(),
    localUrl: local.boundUrl(),
    tasksPublicUrl: tasks.publicUrl(),
    localPublicUrl: local.publicUrl(),
    services,
    mockLedger: async (contains) => ledgerOf(services.composed)(contains),
    stop: once(async () => {
      draining.now = true;
      await stop(runner, listeners, services.composed);
    }),
  };
}

async function bind(app: FastifyInstance, host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  return (app.server.address() as AddressInfo).port;
}

async function stop(runner: Runner, listeners: readonly FastifyInstance[], composed: ComposedPorts): Promise<void> {
  await Promise.all([runner.drain(drainMs), ...listeners.map((listener) => listener.close())]);
  await composed.close();
}

function ledgerOf({ upstreams }: ComposedPorts): (contains?: string) => LedgerView {
  if (upstreams.ledger === undefined) throw new Error('The mock is another process; ask its own ledger.');
  return upstreams.ledger;
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}
