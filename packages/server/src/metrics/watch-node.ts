import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { GatewayPorts, Logger } from '@filmgate/core';
import type { TimeWatch } from '@filmgate/runtime-node';
import { Counter, Gauge, type Registry } from '@platformatic/prom-client';

const microsPerSecond = 1e6;
const nanosPerSecond = 1e9;
const percentiles = [50, 99, 100] as const;

/**
 * Watches the resources of the process, and the delay of its event loop, under the names other Node programs give them.
 * The library's own collection is not used: it cannot be stopped.
 *
 * @returns a function that stops the watching
 */
export function watchProcess(registry: Registry): () => void {
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time of the process, in seconds.',
    registers: [],
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / microsPerSecond);
    },
  });
  registry.registerMetric(cpu);
  const gauge = (name: string, help: string, read: () => number): void => {
    const made = new Gauge({
      name,
      help,
      registers: [],
      collect() {
        this.set(read());
      },
    });
    registry.registerMetric(made);
  };
  const startedAt = Date.now() / 1000 - process.uptime();
  gauge(
    'process_start_time_seconds',
    'Start time of the process, in seconds since 1970.',
    () => startedAt,
  );
  gauge('process_resident_memory_bytes', 'Resident memory, in bytes.', () =>
    process.memoryUsage.rss(),
  );
  gauge(
    'nodejs_heap_size_used_bytes',
    'Used JavaScript heap, in bytes.',
    () => process.memoryUsage().heapUsed,
  );
  return watchEventLoop(registry);
}

function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay();
  delay.enable();
  const lag = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'Event loop delay since the last scrape, in seconds.',
    labelNames: ['percentile'],
    registers: [],
    collect() {
      for (const percentile of percentiles)
        this.set({ percentile }, delay.percentile(percentile) / nanosPerSecond);
      delay.reset();
    },
  });
  registry.registerMetric(lag);
  return () => void delay.disable();
}

/** Gauges if the clock is trusted where expired data is removed. */
export function watchTime(registry: Registry, time: Pick<TimeWatch, 'jump'>): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_clock_jump_seconds',
      help: 'Seconds that an unconfirmed clock is ahead of the trusted time, otherwise 0.',
      registers: [],
      collect() {
        const jump = time.jump();
        this.set(jump === null ? 0 : (jump.to - jump.from) / 1_000);
      },
    }),
  );
}

/** Gauges the free space on the disk of this node; no sample where it is unknown. */
export function watchSpace(
  registry: Registry,
  { resultBlobs, freeSpace }: Pick<GatewayPorts, 'resultBlobs' | 'freeSpace'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_free_bytes',
      help: 'Free space for results, in bytes.',
      registers: [],
      async collect() {
        this.reset();
        const bytes = await resultBlobs.freeBytes();
        if (bytes !== null) this.set(bytes);
      },
    }),
  );
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_free_space_low',
      help: '1 while low disk space causes uploads and references to be rejected, otherwise 0.',
      registers: [],
      async collect() {
        this.set((await freeSpace?.isLow()) === true ? 1 : 0);
      },
    }),
  );
}

/** Returns the log with its events counted, written or not. Event names are the gateway's own, never a caller's. */
export function countLogEvents(registry: Registry, log: Logger): Logger {
  const total = new Counter({
    name: 'filmgate_log_events_total',
    help: 'Events of the log, including events below the log level.',
    labelNames: ['level', 'event'],
    registers: [registry],
  });
  return {
    info: (event, fields) => {
      total.inc({ level: 'info', event });
      log.info(event, fields);
    },
    warn: (event, fields) => {
      total.inc({ level: 'warn', event });
      log.warn(event, fields);
    },
    error: (event, fault, fields) => {
      total.inc({ level: 'error', event });
      log.error(event, fault, fields);
    },
  };
}
