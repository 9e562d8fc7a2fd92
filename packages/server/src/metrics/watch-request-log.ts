import type { StorageBundle } from '@filmgate/core';
import { Counter, Gauge, type Registry } from '@platformatic/prom-client';
import { whenStoreAnswers } from './when-store-answers.ts';

/** The store, with what is removed of its request log counted. */
export interface WatchedRequestLog {
  readonly storage: StorageBundle;
  /** Rows this process removed because the log took more than it may. */
  readonly removedRows: () => number;
}

/** What the request log takes, and what it lost to its size. */
export function watchRequestLog(registry: Registry, storage: StorageBundle): WatchedRequestLog {
  const { requestLogs } = storage;
  gaugeBytes(registry, storage);
  const removed = new Counter({
    name: 'filmgate_request_log_removed_rows_total',
    help: 'Rows of the request log removed because it took more than it may.',
    registers: [registry],
  });
  let rows = 0;
  const watched: StorageBundle['requestLogs'] = {
    append: (entries) => requestLogs.append(entries),
    list: (query) => requestLogs.list(query),
    countOverTime: (query) => requestLogs.countOverTime(query),
    erasePrompts: (input) => requestLogs.erasePrompts(input),
    removeBefore: (input) => requestLogs.removeBefore(input),
    bytes: () => requestLogs.bytes(),
    removeBeyond: async (input) => {
      const step = await requestLogs.removeBeyond(input);
      rows += step;
      removed.inc(step);
      return step;
    },
  };
  return {
    storage: {
      ...storage,
      requestLogs: watched,
      ping: () => storage.ping(),
      close: () => storage.close(),
    },
    removedRows: () => rows,
  };
}

function gaugeBytes(registry: Registry, { requestLogs }: StorageBundle): void {
  const bytes = new Gauge({
    name: 'filmgate_request_log_bytes',
    help: 'What the request log takes: of its file, or about of the memory of its server.',
    registers: [],
    collect: whenStoreAnswers(
      () => requestLogs.bytes(),
      (gauge, size) => gauge.set(size),
    ),
  });
  registry.registerMetric(bytes);
}
