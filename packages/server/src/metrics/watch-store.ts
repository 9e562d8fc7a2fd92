import {
  accountStandings,
  type GatewayPorts,
  poolCapacity,
  readDenyingAccounts,
  type RouteBook,
  type StorageBundle,
  StorageUnavailable,
} from '@filmgate/core';
import { Counter, Gauge, type Registry } from '@platformatic/prom-client';

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

/** Slots and accounts of the pool, from the same numbers as its public figures. */
export function watchAccounts(
  registry: Registry,
  { storage, clock }: Pick<GatewayPorts, 'storage' | 'clock'>,
  book: RouteBook,
): void {
  const read = async () => poolCapacity(await storage.accounts.loads(), book, clock.now());
  const slotsByState = new Gauge({
    name: 'filmgate_account_slots',
    help: 'Slots of the account pool: busy, and free for new work now.',
    labelNames: ['state'],
    registers: [],
    collect: whenStoreAnswers(read, (gauge, { slots }) => {
      gauge.set({ state: 'busy' }, slots.busy);
      gauge.set({ state: 'free' }, slots.free);
    }),
  });
  const accountsByState = new Gauge({
    name: 'filmgate_accounts',
    help: 'Accounts by what they can do now.',
    labelNames: ['state'],
    registers: [],
    collect: whenStoreAnswers(read, (gauge, { accounts }) => {
      for (const state of accountStandings) gauge.set({ state }, accounts[state]);
    }),
  });
  const denying = new Gauge({
    name: 'filmgate_accounts_denying',
    help: 'Accounts whose provider denies all the work that it accepted.',
    registers: [],
    collect: whenStoreAnswers(
      () => readDenyingAccounts(storage.reader, null),
      (gauge, accounts) => gauge.set(accounts.length),
    ),
  });
  registry.registerMetric(denying);
  registry.registerMetric(slotsByState);
  registry.registerMetric(accountsByState);
}

/** Whether the store lost what it had answered. */
export function watchDataLossDetection(
  registry: Registry,
  { dataLoss }: Pick<StorageBundle, 'dataLoss'>,
): void {
  registry.registerMetric(
    new Gauge({
      name: 'filmgate_store_lost_changes',
      help: '1 while a store that lost changes, or may have, waits for an operator, else 0.',
      registers: [],
      collect() {
        this.set((dataLoss?.lost() ?? null) === null ? 0 : 1);
      },
    }),
  );
}

/**
 * Collects a gauge from the store at each scrape. While the store cannot be reached the gauge has no sample, but the
 * other metrics do: that is when they are needed.
 */
export function whenStoreAnswers<Labels extends string, Read>(
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

/** Takes every sample away: `reset` leaves a gauge without labels at 0, and `remove` wants the labels of those that have some. */
function clear<Labels extends string>(gauge: Gauge<Labels>): void {
  const isLabelled =
    'labelNames' in gauge && Array.isArray(gauge.labelNames) && gauge.labelNames.length > 0;
  if (isLabelled) gauge.reset();
  else gauge.remove();
}
