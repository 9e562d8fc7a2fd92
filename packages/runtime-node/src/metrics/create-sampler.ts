import {
  type AccountLoad,
  type GatewayPorts,
  isFinal,
  jobStates,
  type OperationSample,
  poolCapacity,
  type QueueDepth,
  type Router,
} from '@filmgate/core';
import type { DiskUse } from './disk-use.ts';
import { minuteOf, type OperationMetrics } from './operation-metrics.ts';

/** Stores figures over time: a sample of each minute, updated during the minute. */
export interface Sampler {
  /** Starts; returns at once. */
  start(): void;
  /** Stores the latest counts, and ends. Safe to repeat. */
  stop(): Promise<void>;
}

export interface SamplerInput {
  readonly ports: Pick<GatewayPorts, 'storage' | 'clock' | 'log' | 'resultBlobs'>;
  readonly metrics: OperationMetrics;
  /** Identifies this process among the nodes of the store, and among its own former runs. */
  readonly node: string;
  /** Read at each use. */
  readonly book: Router;
  /** Latest measurement; null before the first. */
  readonly diskUse: () => DiskUse | null;
}

/** Interval between samples, in ms: a kill loses the counts since the last one, and a page is never older. */
const everyMs = 15_000;

/** Maximum number of minutes in memory while the store rejects them. */
const mostUnsaved = 120;

export function createSampler(input: SamplerInput): Sampler {
  const { clock, log } = input.ports;
  const stopping = new AbortController();
  const keeper = new SampleKeeper(input);
  let loop: Promise<void> | undefined;
  let isFailing = false;

  const keep = async (): Promise<void> => {
    try {
      await keeper.keep();
      isFailing = false;
    } catch (error) {
      // Logged once for each outage: other lines report the failure of the store, and nothing depends on samples.
      if (!isFailing) log.warn('operation-samples-not-kept', { reason: String(error) });
      isFailing = true;
    }
  };
  const runOn = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await keep();
      await clock.sleep(everyMs - (clock.now() % everyMs), stopping.signal);
    }
    await keep();
  };
  return {
    start: () => {
      loop ??= runOn();
    },
    stop: async () => {
      stopping.abort();
      await loop;
    },
  };
}

/** Minutes that may be unsaved, with the readings of each. */
class SampleKeeper {
  readonly #input: SamplerInput;
  readonly #read = new Map<number, Readings>();

  constructor(input: SamplerInput) {
    this.#input = input;
  }

  /** Reads the current figures, and saves every minute that may have changed. */
  async keep(): Promise<void> {
    const { ports, metrics } = this.#input;
    const minute = minuteOf(ports.clock.now());
    const readings = await this.#readings();
    metrics.seal(minute);
    if (readings !== undefined) this.#read.set(minute, readings);
    this.#giveUp();
    const unsaved = new Set([...metrics.minutes(), ...this.#read.keys()]);
    for (const at of [...unsaved].toSorted((one, other) => one - other)) {
      await ports.storage.operationSamples.record(this.#sample(at));
      if (at < minute) this.#forget(at);
    }
  }

  #sample(at: number): OperationSample {
    const { node, metrics } = this.#input;
    return { node, at, ...(this.#read.get(at) ?? unknownReadings), ...metrics.of(at) };
  }

  #forget(at: number): void {
    this.#input.metrics.forget(at);
    this.#read.delete(at);
  }

  #giveUp(): void {
    const { metrics } = this.#input;
    const known = [...new Set([...metrics.minutes(), ...this.#read.keys()])];
    const surplus = known.toSorted((one, other) => one - other).slice(0, -mostUnsaved);
    for (const at of surplus) this.#forget(at);
  }

  /** Undefined while the store is unavailable. */
  async #readings(): Promise<Readings | undefined> {
    const { ports, book, diskUse } = this.#input;
    const { storage, clock, resultBlobs } = ports;
    try {
      const [depth, loads, freeBytes] = await Promise.all([
        storage.reader.depth(),
        storage.accounts.loads(),
        resultBlobs.freeBytes(),
      ]);
      const usedBytes = diskUse()?.totalBytes ?? null;
      return readingsOf({
        depth,
        loads,
        book,
        usedBytes,
        freeBytes,
        now: clock.now(),
      });
    } catch {
      return undefined;
    }
  }
}

/** Part of a sample about the present state of the gateway. */
type Readings = Pick<OperationSample, 'gateway' | 'families' | 'accounts'>;

interface ReadingsInput {
  readonly depth: QueueDepth;
  readonly loads: readonly AccountLoad[];
  readonly book: Router;
  /** Bytes in use and free; null where unknown. */
  readonly usedBytes: number | null;
  readonly freeBytes: number | null;
  readonly now: number;
}

/** Readings of a minute in which nothing could be read. */
export const unknownReadings: Readings = {
  gateway: {
    waiting: null,
    open: null,
    unknownOutcomes: null,
    busySlots: null,
    totalSlots: null,
    usedBytes: null,
    freeBytes: null,
  },
  families: {},
  accounts: {},
};

/** Figures of one moment, slots from the numbers of the pool's public capacity. */
function readingsOf(input: ReadingsInput): Readings {
  const { depth, loads, book, usedBytes, freeBytes, now } = input;
  const { slots, families } = poolCapacity(loads, book, now);
  const openStates = jobStates.filter((state) => !isFinal(state));
  return {
    gateway: {
      waiting: depth.waiting,
      open: openStates.reduce((sum, state) => sum + depth.byState[state], 0),
      unknownOutcomes: depth.byState.outcome_unknown,
      busySlots: slots.busy,
      totalSlots: slots.total,
      usedBytes,
      freeBytes,
    },
    families: Object.fromEntries(
      families.map(({ family, slots: { busy, total } }) => {
        const waiting = depth.queuedByFamily[family] ?? 0;
        return [family, { busy, total, waiting }];
      }),
    ),
    accounts: Object.fromEntries(
      loads.map((load) => {
        const { busy, total } = poolCapacity([load], book, now).slots;
        return [load.account.id, { busy, total }];
      }),
    ),
  };
}
