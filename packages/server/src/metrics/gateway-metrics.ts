import type { Logger, GatewayPorts, Router } from '@filmgate/core';
import type { TimeWatch } from '@filmgate/runtime-node';
import { Registry } from '@platformatic/prom-client';
import { type CountedRequest, createRequestMetrics } from './request-metrics.ts';
import { watchAccounts, watchDataLossDetection, watchRequestLog } from './watch-store.ts';
import { watchJobs } from './watch-jobs.ts';
import { countLogEvents, watchProcess, watchSpace, watchTime } from './watch-node.ts';
import { measureUpstreams } from './measure-upstreams.ts';

/** Metrics of one gateway [metrics.format], collected around ports and listeners. Labels come from closed sets. */
export interface GatewayMetrics {
  /** Returns the log with its events counted. */
  countLog(log: Logger): Logger;
  /** Returns the ports with their upstreams measured; starts to watch the process, jobs and accounts. Call it once. */
  watch(ports: GatewayPorts, book: Router): GatewayPorts;
  /** Starts to watch clock jumps. Call it once. */
  watchTime(time: Pick<TimeWatch, 'jump'>): void;
  /** Number of rows of the request log that this process removed because the log exceeded its maximum size. */
  removedLogRows(): number;
  /** Observes the finished requests of a listener. */
  readonly observeRequest: (listener: string) => (answered: CountedRequest) => void;
  readonly contentType: string;
  /** Returns all metrics as Prometheus text. */
  render(): Promise<string>;
  /** Stops the watching of the process. Safe to repeat. */
  stop(): void;
}

export function createGatewayMetrics(): GatewayMetrics {
  const registry = new Registry();
  const requests = createRequestMetrics(registry);
  const stops: (() => void)[] = [];
  let removedLogRows = () => 0;
  return {
    countLog: (log) => countLogEvents(registry, log),
    watch: (ports, book) => {
      stops.push(watchProcess(registry));
      watchJobs(registry, ports.storage, () => ports.clock.now());
      watchAccounts(registry, ports, book);
      watchSpace(registry, ports);
      watchDataLossDetection(registry, ports.storage);
      const requestLog = watchRequestLog(registry, ports.storage);
      removedLogRows = requestLog.removedRows;
      const upstreams = measureUpstreams(registry, ports.upstreams);
      return { ...ports, storage: requestLog.storage, upstreams };
    },
    watchTime: (time) => watchTime(registry, time),
    removedLogRows: () => removedLogRows(),
    observeRequest: requests,
    contentType: registry.contentType,
    render: () => registry.metrics(),
    stop: () => {
      for (const stop of stops.splice(0)) stop();
    },
  };
}
