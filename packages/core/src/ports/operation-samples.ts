import type { OperationSample, OperationSummary } from '../operation/operation-sample.ts';

/** Which samples, and how finely. */
export interface OperationSamplesQuery {
  /** Minutes that began at or after this instant, ms since 1970. */
  readonly from: number;
  /** Minutes that began before this instant. */
  readonly until: number;
  /** Length of a step, in ms: a multiple of 60,000. */
  readonly stepMs: number;
}

/**
 * Figures of the gateway over time, a sample for each node and minute. They serve those who look back: what is promised
 * about jobs and money never rests on them. Where the store spans nodes, everybody sees the samples of all.
 */
export interface OperationSamples {
  /**
   * Keeps a sample, in place of an earlier one of the same node and minute. Read-your-writes: seen by every `list` that
   * starts after it resolved. May be lost by power loss, not by a kill.
   */
  record(sample: OperationSample): Promise<void>;
  /**
   * What `summariseSamples` makes of the samples in question, for each step that has any, earliest first. An adapter may
   * read in pieces and join them with `joinSummaries`; a list must not hold up those who do real work.
   */
  list(query: OperationSamplesQuery): Promise<readonly OperationSummary[]>;
  /** Removes samples of minutes that began before the instant, the oldest first, at most `limit`; returns how many. Safe to repeat. */
  removeBefore(input: { readonly before: number; readonly limit: number }): Promise<number>;
}
