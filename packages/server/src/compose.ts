import { hostname } from 'node:os';
import { createRouter, type GatewayPorts } from '@filmgate/core';
import { bringResponses } from '@filmgate/runtime-node';
import type { LedgerView } from '@filmgate/upstream-mock';
import type { DestinationStream, Logger as PinoLogger } from 'pino';
import {
  type BackgroundWork,
  createBackgroundWork,
  logUnloggedRequests,
} from './compose/background-work.ts';
import {
  type ComposedPorts,
  type CompleteSettings,
  composePorts,
} from './compose/compose-ports.ts';
import {
  createGatewayOptions,
  type OperatorInput,
  readOperatorChoices,
} from './compose/operator-choices.ts';
import { createServices, type GatewayServices } from './compose/gateway-services.ts';
import { passwordProblem } from './compose/guessable-password.ts';
import { createChecker, warnOfSettings } from './compose/check-settings.ts';
import { type Listeners, openListeners } from './compose/listeners.ts';
import { createOperationSampling } from './compose/operation-sampling.ts';
import { requestBounds } from './compose/request-bounds.ts';
import { createLogger, createPino } from './log/create-log.ts';
import { sparingEvents } from './log/sparing-lines.ts';
import { createGatewayMetrics } from './metrics/gateway-metrics.ts';
import { differingFromDefault } from './settings/setting-name.ts';
import type { SettingName, Settings } from './settings/settings-schema.ts';

/** A gateway that is listening and running. */
export interface RunningGateway {
  /** Bound addresses of the listeners. */
  readonly tasksUrl: string;
  readonly localUrl: string;
  /** Public addresses of the listeners. */
  readonly tasksPublicUrl: string;
  readonly localPublicUrl: string;
  readonly services: GatewayServices;
  /** Ledger of the in-process mock; throws when no mock runs inside. */
  readonly mockLedger: (contains?: string) => Promise<LedgerView>;
  /**
   * Drains and closes everything: not ready, no new claims, submissions and open responses finish within the grace
   * period, then the store is closed. Safe to repeat.
   */
  readonly stop: () => Promise<void>;
}

export interface ComposeOverrides extends OperatorInput {
  /** Settings that the environment gave; if absent, those that differ from their default. */
  readonly given?: ReadonlySet<SettingName>;
  /** Wraps the ports of the gateway, for hosts that observe or test them. */
  readonly wrapPorts?: (ports: GatewayPorts) => GatewayPorts;
  /** Completes the settings that the operator left open, from the store; if absent, nothing is completed. */
  readonly complete?: CompleteSettings;
  /** Destination of log lines; standard error when absent. */
  readonly logDestination?: DestinationStream;
}

/** Maximum time a stop waits for running work, in ms [signals.drain]. */
const drainMs = 60_000;

/**
 * Composes a whole gateway from its settings and starts it [surfaces.one-core].
 *
 * @throws Error with a sentence for the operator when it cannot start; then nothing is left open
 */
export async function composeGateway(
  settings: Settings,
  overrides: ComposeOverrides = {},
): Promise<RunningGateway> {
  const weakness = await passwordProblem(settings);
  if (weakness !== undefined) throw new Error(weakness);
  const choices = await readOperatorChoices(settings, overrides);
  const { catalog } = choices;
  const inForce = { settings };
  const logger = loggerOf(() => inForce.settings, overrides);
  const metrics = createGatewayMetrics();
  const log = metrics.countLog(sparingEvents(createLogger(logger)));
  const opened = await composePorts(settings, log, {
    given: overrides.given ?? differingFromDefault(settings),
    check: createChecker(catalog),
    ...(overrides.complete !== undefined && { complete: overrides.complete }),
    choices,
  });
  try {
    opened.live.follow((changed) => {
      inForce.settings = changed;
      logger.level = changed.FILMGATE_LOG_LEVEL;
    });
    warnOfSettings(opened.live, opened.ports.log);
    const options = createGatewayOptions(catalog, () => opened.live.current());
    const wrapped = overrides.wrapPorts?.(opened.ports) ?? opened.ports;
    const samples = createOperationSampling(opened.settings, wrapped.clock.now());
    const book = createRouter(options, wrapped.upstreams);
    const ports = metrics.watch(samples.count(wrapped), book);
    const composed = { ...opened, ports };
    const services = await createServices(opened.settings, composed, { options, metrics, samples });
    return await run(opened.settings, services, logger);
  } catch (error) {
    metrics.stop();
    await opened.close();
    throw error;
  }
}

function loggerOf(current: () => Settings, { logDestination }: ComposeOverrides): PinoLogger {
  return createPino({
    level: current().FILMGATE_LOG_LEVEL,
    logPrompts: () => current().FILMGATE_LOG_PROMPTS,
    node: current().FILMGATE_NODE_NAME ?? hostname(),
    time: current().FILMGATE_LOG_TIME,
    ...(logDestination !== undefined && { destination: logDestination }),
  });
}

async function run(
  settings: Settings,
  services: GatewayServices,
  logger: PinoLogger,
): Promise<RunningGateway> {
  const { ports } = services.composed;
  const draining = { now: false };
  const stopping = new AbortController();
  const work = createBackgroundWork(settings, services);
  const listeners = await openListeners(settings, services, {
    isDraining: () => draining.now,
    stopping: stopping.signal,
    logger,
    bounds: requestBounds(settings, ports.clock),
  });
  await logUnloggedRequests(services, stopping.signal);
  await bringResponses(services.composed.ports, services.options);
  work.start();
  services.samples.start(services);
  const { tasks, local } = listeners;
  ports.log.info('started', { tasks_url: tasks.boundUrl(), local_url: local.boundUrl() });
  return {
    tasksUrl: tasks.boundUrl(),
    localUrl: local.boundUrl(),
    tasksPublicUrl: tasks.publicUrl(),
    localPublicUrl: local.publicUrl(),
    services,
    mockLedger: async (contains) => ledgerOf(services.composed)(contains),
    stop: once(async () => {
      draining.now = true;
      await ports.clock.sleep(settings.FILMGATE_DRAIN_DELAY_SECONDS * 1_000);
      await stop({ work, listeners, stopping, services });
      services.metrics.stop();
    }),
  };
}

/**
 * Stops the runner first: while it drains, the listeners still respond, not ready, and what they accept is kept durably
 * for the next start. Then waits for jobs that no longer run are cut, and the listeners close; the rest of the grace
 * period belongs to the responses still open.
 */
async function stop(parts: {
  readonly work: BackgroundWork;
  readonly listeners: Listeners;
  readonly stopping: AbortController;
  readonly services: Pick<GatewayServices, 'composed' | 'gatherer' | 'samples'>;
}): Promise<void> {
  const { work, listeners, stopping, services } = parts;
  const { composed, gatherer, samples } = services;
  const { log, clock } = composed.ports;
  const giveUpAt = clock.monotonicMs() + drainMs;
  log.info('stopping');
  await work.stop(drainMs);
  stopping.abort();
  await listeners.close(Math.max(0, giveUpAt - clock.monotonicMs()));
  gatherer.flush();
  await samples.stop();
  await composed.close();
  log.info('stopped');
}

function ledgerOf({ upstreams }: ComposedPorts): (contains?: string) => LedgerView {
  const ledger = upstreams.ledger();
  if (ledger === undefined) throw new Error('No mock runs inside this gateway.');
  return ledger;
}

function once(act: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= act();
    return done;
  };
}
