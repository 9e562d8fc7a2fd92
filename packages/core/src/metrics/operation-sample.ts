import type { DurationHistogram } from './duration-histogram.ts';

/** Readings of the store and the disk at one moment; equal on every node of a store. */
export interface GatewayReadings<Value> {
  /** Jobs that wait for an account: `queued` and `awaiting_configuration`. */
  readonly waiting: Value;
  /** Jobs that have not ended, including those that wait. */
  readonly open: Value;
  /** Jobs in `outcome_unknown`. */
  readonly unknownOutcomes: Value;
  /** Slots in use, and slots in use plus those open to new work, as in the pool's capacity. */
  readonly busySlots: Value;
  readonly totalSlots: Value;
  /** Bytes of results, assets and databases; no reading until they are measured. */
  readonly usedBytes: Value;
  /** Bytes free for new results; no reading where unknown. */
  readonly freeBytes: Value;
}

/** Slots of one account, or of those that make one family. */
export interface SlotReadings<Value> {
  readonly busy: Value;
  readonly total: Value;
}

/** A family's slots, and its jobs in `queued`. */
export interface FamilyReadings<Value> extends SlotReadings<Value> {
  readonly waiting: Value;
}

/** Counts of one node. */
export interface OperationCounts {
  /** Accepted jobs, without replayed creations. */
  readonly accepted: number;
  readonly completed: number;
  readonly failed: number;
  /** Credits that accounts paid to their providers, less refunds; so it may be below 0. */
  readonly creditsSpent: number;
  /** Calls of programmatic routes that ended, as in the request log. */
  readonly calls: number;
  /** Those of them with a response status of 500 or more. */
  readonly failedCalls: number;
}

/** Readings and counts of one node in one minute. A plain value: it survives JSON unchanged. */
export interface OperationSample {
  /** Name of the process; a restarted process is another node. */
  readonly node: string;
  /** The beginning of the minute, ms since 1970: a multiple of 60,000. */
  readonly at: number;
  /** A null is no reading. */
  readonly gateway: GatewayReadings<number | null>;
  readonly families: { readonly [family: string]: FamilyReadings<number> };
  /** By account id. */
  readonly accounts: { readonly [id: string]: SlotReadings<number> };
  readonly counts: OperationCounts;
  /** From acceptance to the stored result, of the jobs completed. */
  readonly toResult: DurationHistogram;
  /** From acceptance to the first submission, of the jobs submitted for the first time. */
  readonly toStart: DurationHistogram;
}

/** Readings of one value over a period: exact sums, so that joining them in any order gives equal results. */
export interface Gauge {
  /** Number of readings; 0 without any. */
  readonly count: number;
  readonly sum: number;
  /** The highest reading; 0 without any. */
  readonly max: number;
}

/** Samples of all nodes over one step of time. */
export interface OperationSummary {
  /** The beginning of the step, ms since 1970: a multiple of its length. */
  readonly at: number;
  readonly samples: number;
  readonly gateway: GatewayReadings<Gauge>;
  readonly families: { readonly [family: string]: FamilyReadings<Gauge> };
  readonly accounts: { readonly [id: string]: SlotReadings<Gauge> };
  readonly counts: OperationCounts;
  readonly toResult: DurationHistogram;
  readonly toStart: DurationHistogram;
}
