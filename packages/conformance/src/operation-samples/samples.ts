import type { OperationSample, OperationSamplesQuery } from '@filmgate/core';

export const minuteMs = 60_000;

/** Start of a whole day, and of a step of any length that divides one. */
export const dayStart = Date.UTC(2026, 0, 5);

/** A sample of the minute with this number since `dayStart`, with the given differences. */
export function newSample(minute: number, wish: Partial<OperationSample> = {}): OperationSample {
  return {
    node: 'node-1',
    at: dayStart + minute * minuteMs,
    gateway: {
      waiting: minute % 7,
      open: 3 + (minute % 11),
      unknownOutcomes: 0,
      busySlots: minute % 5,
      totalSlots: 16,
      usedBytes: null,
      freeBytes: null,
    },
    families: {},
    accounts: {},
    counts: {
      accepted: 1,
      completed: 1,
      failed: 0,
      creditsSpent: 5,
      calls: minute,
      failedCalls: 0,
    },
    toResult: {},
    toStart: {},
    ...wish,
  };
}

/** A sample with a value in every field, in numbers and words that are easy to corrupt. */
export function fullSample(minute: number, node = 'node-1'): OperationSample {
  return newSample(minute, {
    node,
    gateway: {
      waiting: 10_000,
      open: 100_003,
      unknownOutcomes: 2,
      busySlots: 7,
      totalSlots: 8,
      usedBytes: 3 * 2 ** 40 + 1,
      freeBytes: 0,
    },
    families: {
      'vidA-fast': { busy: 3, total: 8, waiting: 0 },
      "it's: 画面 \u0000": { busy: 0, total: 0, waiting: 9 },
    },
    accounts: { '01jd8p3x6q': { busy: 3, total: 4 }, '': { busy: 4, total: 4 } },
    counts: {
      accepted: 12,
      completed: 9,
      failed: 1,
      creditsSpent: -5,
      calls: 123_456,
      failedCalls: 3,
    },
    toResult: { 0: 1, 63: 4, 91: 1_000_000 },
    toStart: { 40: 2 },
  });
}

/** A query for everything on the first ten days, with the given differences. */
export function sampleQuery(wish: Partial<OperationSamplesQuery> = {}): OperationSamplesQuery {
  return {
    from: dayStart,
    until: dayStart + 10 * 24 * 60 * minuteMs,
    stepMs: minuteMs,
    ...wish,
  };
}
