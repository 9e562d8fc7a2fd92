import {
  boundRequestLog,
  createRunner,
  createLeaderLease,
  createRetention,
  type Runner,
  type Retention,
} from '@filmgate/runtime-node';
import type { Settings } from '../settings/settings-schema.ts';
import { answersWork } from './bring-answers.ts';
import type { GatewayServices } from './gateway-services.ts';
import { requestLogMaxBytes, retentionOf } from './retention.ts';
import { sharesStore } from './shares-store.ts';

/** What a node does besides answering. */
export interface BackgroundWork {
  /** Begins; returns at once. */
  start(): void;
  /** Takes no new work, and lets what is under way finish for `graceMs`. Safe to repeat. */
  stop(graceMs: number): Promise<void>;
}

/** How soon a node that nobody calls works by the settings another node stored, in ms. */
const followEveryMs = 1_000;

/** How long counts of the request log stay in memory at most, in ms. */
const writeCountsEveryMs = 60_000;

/** The work of a node by its role: an http node only follows the settings and the time. */
export function createBackgroundWork(
  settings: Settings,
  services: GatewayServices,
): BackgroundWork {
  const { FILMGATE_ROLE: role, FILMGATE_LEASE_SECONDS: leaseSeconds } = settings;
  const { ports } = services.composed;
  const leaseMs = leaseSeconds * 1_000;
  const holder = services.ids.next();
  const works: BackgroundWork[] = [services.time, writeCounts(services)];
  if (role !== 'http')
    works.push(
      runnerWork(services, { holder, leaseMs }),
      answersWork(services),
      upkeepWork(services, holder),
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

/** A lease is renewed three times before it runs out. */
function runnerWork(
  { composed, options, time }: GatewayServices,
  { holder, leaseMs }: { readonly holder: string; readonly leaseMs: number },
): BackgroundWork {
  const runner: Runner = createRunner({
    ports: { ...composed.ports, witnessedNow: () => time.look() },
    gatewayOptions: options,
    options: { holder, leaseMs, renewEveryMs: leaseMs / 3 },
  });
  return { start: () => runner.start(), stop: (graceMs) => runner.drain(graceMs) };
}

function upkeepWork({ composed, live, time }: GatewayServices, holder: string): BackgroundWork {
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
function writeCounts({ calls, composed }: GatewayServices): BackgroundWork {
  const { clock } = composed.ports;
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await clock.sleep(writeCountsEveryMs, stopping.signal);
      calls.flush();
    }
  };
  let loop = Promise.resolve();
  return {
    start: () => {
      loop = run();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}

function followSettings({ composed, live }: GatewayServices): BackgroundWork {
  const { clock, log } = composed.ports;
  const stopping = new AbortController();
  let loop = Promise.resolve();
  const run = async (): Promise<void> => {
    let isLost = false;
    while (!stopping.signal.aborted) {
      await clock.sleep(followEveryMs, stopping.signal);
      try {
        await live.refresh();
        isLost = false;
      } catch (error) {
        if (!isLost) log.error('settings-not-followed', error);
        isLost = true;
      }
    }
  };
  return {
    start: () => {
      loop = run();
    },
    stop: () => {
      stopping.abort();
      return loop;
    },
  };
}
