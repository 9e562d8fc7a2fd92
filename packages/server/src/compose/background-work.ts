import { findUnloggedRequests } from '@filmgate/http-adapter';
import {
  boundRequestLog,
  createLeaderLease,
  createResponseBringing,
  createRetention,
  createRunner,
  repeatWork,
  type Retention,
  type Runner,
} from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import type { GatewayServices } from './gateway-services.ts';
import { sharesStore } from './open-storage.ts';
import { requestLogMaxBytes, retentionOf } from './retention.ts';
import { warnOfRetirements } from './retirement-warnings.ts';

/** Background work of a node, besides its responses. */
export interface BackgroundWork {
  /** Starts the work; returns at once. */
  start(): void;
  /** Takes no new work, and waits up to `graceMs` for running work. Safe to repeat. */
  stop(graceMs: number): Promise<void>;
}

/** Interval at which a node without calls reads settings that another node stored, in ms. */
const followEveryMs = 1_000;

/** Maximum time that counts of the request log stay in memory, in ms. */
const writeCountsEveryMs = 60_000;

/** Returns the work of a node by its role: an http node only follows the settings and the time. */
export function createBackgroundWork(
  settings: Settings,
  services: GatewayServices,
): BackgroundWork {
  const { FILMGATE_ROLE: role, FILMGATE_LEASE_SECONDS: leaseSeconds } = settings;
  const { ports } = services.composed;
  const leaseMs = leaseSeconds * 1_000;
  const holder = services.ids.next();
  const works: BackgroundWork[] = [
    services.time,
    writeCounts(services),
    warnOfRetirements(services),
  ];
  if (role !== 'http')
    works.push(
      runnerWork(services, { holder, leaseMs }),
      createResponseBringing(ports, services.options),
      retentionWork(services, holder),
      logBoundWork(services, requestLogMaxBytes(settings)),
    );
  if (sharesStore(ports)) works.push(followSettings(services));
  return {
    start: () => {
      for (const work of works) work.start();
    },
    stop: async (graceMs) => {
      await Promise.all(works.map((work) => work.stop(graceMs)));
    },
  };
}

/** Each lease is renewed three times before it expires. */
function runnerWork(
  { composed, options, time }: GatewayServices,
  { holder, leaseMs }: { readonly holder: string; readonly leaseMs: number },
): BackgroundWork {
  const runner: Runner = createRunner({
    ports: { ...composed.ports, trustedNow: () => time.look() },
    gatewayOptions: options,
    options: { holder, leaseMs, renewEveryMs: leaseMs / 3 },
  });
  return { start: () => runner.start(), stop: (graceMs) => runner.drain(graceMs) };
}

function retentionWork({ composed, live, time }: GatewayServices, holder: string): BackgroundWork {
  const { ports } = composed;
  const { values } = ports.storage;
  const retention: Retention = createRetention({
    ports,
    time,
    retention: retentionOf(() => live.current()),
    ...(sharesStore(ports) && {
      turn: createLeaderLease({ values, clock: ports.clock, name: 'upkeep', holder }),
    }),
  });
  return retention;
}

function logBoundWork({ composed }: GatewayServices, maxBytes: number): BackgroundWork {
  const { storage, clock, log } = composed.ports;
  return boundRequestLog({ requestLogs: storage.requestLogs, maxBytes, clock, log });
}

/** Writes the counts of calls that share a row when no later call does: other nodes and the next start see them. */
function writeCounts({ gatherer, composed }: GatewayServices): BackgroundWork {
  return repeatWork(composed.ports.clock, writeCountsEveryMs, () => gatherer.flush());
}

function followSettings({ composed, live }: GatewayServices): BackgroundWork {
  const { clock, log } = composed.ports;
  let isLost = false;
  return repeatWork(clock, followEveryMs, async () => {
    try {
      await live.refresh();
      isLost = false;
    } catch (error) {
      if (!isLost) log.error('settings-not-followed', error);
      isLost = true;
    }
  });
}

/** Maximum time in which another living node writes the row of a call that it accepted, in ms. */
const othersReportWithinMs = 10_000;

/**
 * Adds to the request log the calls that a kill kept it from reporting, at the start and in the background. A halted
 * store shows no jobs: a node that starts on such a store reports the halt, and adds the calls at its next start.
 */
export async function logUnloggedRequests(
  { gateway, composed }: GatewayServices,
  stopping: AbortSignal,
): Promise<void> {
  const { storage, clock, ids, log } = composed.ports;
  const { requestLogs, dataLoss } = storage;
  if ((dataLoss?.lost() ?? null) !== null) return;
  const report = await findUnloggedRequests({ gateway, requestLogs, ids });
  const afterOthers = async (): Promise<number> => {
    if (sharesStore(composed.ports)) await clock.sleep(othersReportWithinMs, stopping);
    return stopping.aborted ? 0 : report();
  };
  afterOthers().then(
    (rows) => {
      if (rows > 0) log.warn('unlogged-calls-found', { calls: rows });
    },
    (error: unknown) => log.error('unlogged-calls-not-searched', error),
  );
}
