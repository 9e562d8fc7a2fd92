import {
  countDurations,
  type DurationHistogram,
  type Gauge,
  joinSummaries,
  meanOf,
  type OperationSummary,
  percentileOf,
} from '@filmgate/core';
import type { FiguresRecord, GroupRecord } from '../schemas/sample.ts';

/** All the summaries together; null where there is none. */
export function joinAll(summaries: readonly OperationSummary[]): OperationSummary | null {
  const [first, ...rest] = summaries;
  return first === undefined ? null : rest.reduce(joinSummaries, first);
}

/** Figures as the console shows them. */
export function encodeFigures(summary: OperationSummary): FiguresRecord {
  const { samples, gateway, counts, toResult, toStart } = summary;
  return {
    samples,
    waiting: encodeReading(gateway.waiting),
    open: encodeReading(gateway.open),
    unknown_outcomes: encodeReading(gateway.unknownOutcomes),
    busy_slots: encodeReading(gateway.busySlots),
    total_slots: encodeReading(gateway.totalSlots),
    used_bytes: encodeReading(gateway.usedBytes),
    free_bytes: encodeReading(gateway.freeBytes),
    accepted: counts.accepted,
    completed: counts.completed,
    failed: counts.failed,
    credits_spent: counts.creditsSpent,
    calls: counts.calls,
    failed_calls: counts.failedCalls,
    to_result: encodeTimes(toResult),
    to_start: encodeTimes(toStart),
  };
}

/** Slots of each family, or of each account. */
export function encodeGroups(
  { families, accounts }: OperationSummary,
  by: 'family' | 'account' | undefined,
): GroupRecord[] {
  switch (by) {
    case undefined:
      return [];
    case 'family':
      return Object.entries(families).map(([id, { busy, total, waiting }]) => ({
        id,
        busy: meanOf(busy),
        total: meanOf(total),
        waiting: meanOf(waiting),
      }));
    case 'account':
      return Object.entries(accounts).map(([id, { busy, total }]) => ({
        id,
        busy: meanOf(busy),
        total: meanOf(total),
        waiting: null,
      }));
  }
}

function encodeReading(gauge: Gauge): FiguresRecord['waiting'] {
  const mean = meanOf(gauge);
  return mean === null ? null : { mean, max: gauge.max };
}

function encodeTimes(histogram: DurationHistogram): FiguresRecord['to_result'] {
  return {
    count: countDurations(histogram),
    p50_ms: percentileOf(histogram, 0.5),
    p95_ms: percentileOf(histogram, 0.95),
  };
}
