import {
  durationBucketOf,
  type OperationCounts,
  type OperationSample,
  type Poll,
} from '@filmgate/core';

const minuteMs = 60_000;

/** Lowest status of a response that counts as the gateway's fault. */
const failedFrom = 500;

/** Events at one instant. */
export interface Measured {
  readonly counts?: Partial<OperationCounts>;
  /** Time from the acceptance of a completed job to its completion, in ms. */
  readonly toResultMs?: number;
  /** Time from the acceptance of a job to its first submission, in ms. */
  readonly toStartMs?: number;
}

/** Counted properties of a call. */
export type SampledRequest = Pick<Poll, 'at' | 'durationMs' | 'status'>;

/** Totals of a minute. */
export type MinuteMetrics = Pick<OperationSample, 'counts' | 'toResult' | 'toStart'>;

const nothing: OperationCounts = {
  accepted: 0,
  completed: 0,
  failed: 0,
  creditsSpent: 0,
  calls: 0,
  failedCalls: 0,
};

interface Minute {
  readonly counts: { -readonly [Name in keyof OperationCounts]: OperationCounts[Name] };
  readonly toResult: { [bucket: string]: number };
  readonly toStart: { [bucket: string]: number };
}

/** Returns the beginning of the instant's minute. */
export function minuteOf(at: number): number {
  return Math.floor(at / minuteMs) * minuteMs;
}

/** Counts the operations of this process, by the minute. */
export class OperationMetrics {
  readonly #minutes = new Map<number, Minute>();
  #sealedBefore = Number.NEGATIVE_INFINITY;

  /** Counts an occurrence at an instant, ms since 1970; one in a sealed minute counts in the first open minute. */
  add(at: number, { counts, toResultMs, toStartMs }: Measured): void {
    const minute = this.#minute(at);
    if (counts !== undefined) Object.assign(minute.counts, sumOf(minute.counts, counts));
    if (toResultMs !== undefined) count(minute.toResult, toResultMs);
    if (toStartMs !== undefined) count(minute.toStart, toStartMs);
  }

  /** Counts a call that ended; one that still waits counts when it ends. */
  addRequest({ at, durationMs, status }: SampledRequest): void {
    if (durationMs === null) return;
    const { counts } = this.#minute(at + durationMs);
    counts.calls += 1;
    if (status !== null && status >= failedFrom) counts.failedCalls += 1;
  }

  /** Minutes with counts that were not forgotten, earliest first. */
  minutes(): readonly number[] {
    return [...this.#minutes.keys()].toSorted((one, other) => one - other);
  }

  /** Totals of a minute so far. */
  of(minute: number): MinuteMetrics {
    const { counts, toResult, toStart } = this.#minutes.get(minute) ?? emptyMinute();
    return { counts: { ...counts }, toResult: { ...toResult }, toStart: { ...toStart } };
  }

  /** Ends counting in minutes that began before this one. */
  seal(minute: number): void {
    this.#sealedBefore = Math.max(this.#sealedBefore, minute);
  }

  /** Removes the counts of a minute. Call it for sealed minutes only. */
  forget(minute: number): void {
    this.#minutes.delete(minute);
  }

  #minute(at: number): Minute {
    const minute = Math.max(minuteOf(at), this.#sealedBefore);
    const known = this.#minutes.get(minute);
    if (known !== undefined) return known;
    const made = emptyMinute();
    this.#minutes.set(minute, made);
    return made;
  }
}

function emptyMinute(): Minute {
  return { counts: { ...nothing }, toResult: {}, toStart: {} };
}

function sumOf(one: OperationCounts, other: Partial<OperationCounts>): OperationCounts {
  const { accepted = 0, completed = 0, failed = 0, creditsSpent = 0 } = other;
  const { calls = 0, failedCalls = 0 } = other;
  return {
    accepted: one.accepted + accepted,
    completed: one.completed + completed,
    failed: one.failed + failed,
    creditsSpent: one.creditsSpent + creditsSpent,
    calls: one.calls + calls,
    failedCalls: one.failedCalls + failedCalls,
  };
}

function count(histogram: { [bucket: string]: number }, durationMs: number): void {
  const bucket = durationBucketOf(durationMs);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}
