import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from '@platformatic/prom-client';

const microsPerSecond = 1e6;
const nanosPerSecond = 1e9;
const quantiles = [50, 99, 100] as const;

/**
 * What the process uses, and how late its event loop runs, under the names other Node programs give them. The library's
 * own collection is not used: it cannot be stopped.
 *
 * @returns what ends it
 */
export function watchProcess(registry: Registry): () => void {
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time of the process.',
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
  gauge('process_start_time_seconds', 'When the process began, since 1970.', () => startedAt);
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge(
    'nodejs_heap_size_used_bytes',
    'Used JavaScript heap.',
    () => process.memoryUsage().heapUsed,
  );
  return watchEventLoop(registry);
}

function watchEventLoop(registry: Registry): () => void {
  const delay = monitorEventLoopDelay();
  delay.enable();
  const lag = new Gauge({
    name: 'nodejs_eventloop_lag_seconds',
    help: 'How late the event loop ran since the last scrape.',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      for (const quantile of quantiles) {
        const nanos = delay.percentile(quantile);
        this.set({ quantile: String(quantile / 100) }, nanos / nanosPerSecond);
      }
      delay.reset();
    },
  });
  registry.registerMetric(lag);
  return () => void delay.disable();
}
