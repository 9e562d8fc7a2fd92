import {
  accountStates,
  type GatewayPorts,
  poolCapacity,
  readDenyingAccounts,
  type Router,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { Counter, Gauge, type Registry } from '@platformatic/prom-client';

/** Request log with its removed rows counted. */
export interface WatchedRequestLog {
  readonly storage: StorageBundle;
  /** Number of rows that this process removed because the log exceeded its maximum size. */
  readonly removedRows: () => number;
}

/** Watches the size of the request log, and the rows removed for its size. */
export function watchRequestLog(registry: Registry, storage: StorageBundle): WatchedRequestLog {
  const { requestLogs } = storage;
  gaugeBytes(registry, storage);
  const removed = new Counter({
    name: 'filmgate_request_log_removed_rows_total',
    help: 'Rows removed from the request log because of its size limit.',
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
    help: 'Size of the request log, in bytes: of its file, or approximately of its Redis memory.',
    registers: [],
    collect: whileStoreResponds(
      () => requestLogs.bytes(),
      (gauge, size) => gauge.set(size),
    ),
  });
  registry.registerMetric(bytes);
}

/** Watches slots and accounts of the pool, from the numbers of its public figures. */
export function watchAccounts(
  registry: Registry,
  { storage, clock }: Pick<GatewayPorts, 'storage' | 'clock'>,
  book: Router,
): void {
  const read = async () => poolCapacity(await storage.accounts.loads(), book, clock.now());
  const slotsByState = new Gauge({
    name: 'filmgate_account_slots',
    help: 'Slots of the account pool: busy, and free for new jobs.',
    labelNames: ['state'],
    registers: [],
    collect: whileStoreResponds(read, (gauge, { slots }) => {
      gauge.set({ state: 'busy' }, slots.busy);
      gauge.set({ state: 'free' }, slots.free);
    }),
  });
  const accountsByState = new Gauge({
    name: 'filmgate_accounts',
    help: 'Accounts by current state.',
    labelNames: ['state'],
    registers: [],
    collect: whileStoreResponds(read, (gauge, { accounts }) => {
      for (const state of accountStates) gauge.set({ state }, accounts[state]);
    }),
  });
  const denying = new Gauge({
    name: 'filmgate_accounts_denying',
    help: 'Accounts whose provider denies all jobs it had accepted.',
    registers: [],
    collect: whileStoreResponds(
      () => readDenyingAccounts(storage.reader, null),
      (gauge, accounts) => gauge.set(accounts.length),
    ),
  });
  registry.registerMetric(denying);
  registry.registerMetric(slotsByState);
  registry.registerMetric(accountsByState);
}

/** Watches if the store lost acknowledged changes. */
export function watchDataLossDetection(
  registry: Registry,
  { dataLoss }: Pick<StorageBundle, 'dataLoss'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_store_lost_changes',
      help: '1 while a store with (possible) data loss waits for an operator, otherwise 0.',
      registers: [],
      collect() {
        this.set((dataLoss?.lost() ?? null) === null ? 0 : 1);
      },
    }),
  );
}

/** Collects a gauge from the store at each scrape. While the store is unavailable, only this gauge lacks a sample. */
export function whileStoreResponds<Labels extends string, Read>(
  read: () => Promise<Read>,
  set: (gauge: Gauge<Labels>, value: Read) => void,
): (this: Gauge<Labels>) => Promise<void> {
  return async function collect() {
    try {
      const value = await read();
      this.reset();
      set(this, value);
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error;
      clear(this);
    }
  };
}

/** Removes every sample: `reset` leaves a gauge without labels at 0, and `remove` requires the labels of the others. */
function clear<Labels extends string>(gauge: Gauge<Labels>): void {
  const isLabelled =
    'labelNames' in gauge && Array.isArray(gauge.labelNames) && gauge.labelNames.length > 0;
  if (isLabelled) gauge.reset();
  else gauge.remove();
}
