import { joinDurations } from './duration-histogram.ts';
import type {
  FamilyReadings,
  GatewayReadings,
  Gauge,
  OperationCounts,
  OperationSample,
  OperationSummary,
  SlotReadings,
} from './operation-sample.ts';

/** Returns a summary for each step that has samples, earliest first; the order of the samples does not matter. */
export function summariseSamples(
  samples: Iterable<OperationSample>,
  stepMs: number,
): readonly OperationSummary[] {
  const byStep = new Map<number, OperationSummary>();
  for (const sample of samples) {
    const next = summaryOf(sample, stepMs);
    const known = byStep.get(next.at);
    byStep.set(next.at, known === undefined ? next : joinSummaries(known, next));
  }
  return [...byStep.values()].toSorted((one, other) => one.at - other.at);
}

/** Joins two summaries, of one step or beginning with the earlier. The order of joining does not change the result. */
export function joinSummaries(one: OperationSummary, other: OperationSummary): OperationSummary {
  return {
    at: Math.min(one.at, other.at),
    samples: one.samples + other.samples,
    gateway: joinGateways(one.gateway, other.gateway),
    families: joinEach(one.families, other.families, joinFamilies),
    accounts: joinEach(one.accounts, other.accounts, joinSlots),
    counts: addCounts(one.counts, other.counts),
    toResult: joinDurations(one.toResult, other.toResult),
    toStart: joinDurations(one.toStart, other.toStart),
  };
}

/** Adds the summaries of later samples, read separately: the first of them may be of the step that was the last. */
export function appendSummaries(
  steps: OperationSummary[],
  more: readonly OperationSummary[],
): void {
  for (const next of more) {
    const last = steps.at(-1);
    if (last?.at === next.at) steps[steps.length - 1] = joinSummaries(last, next);
    else steps.push(next);
  }
}

/** Returns the mean of the readings; null without any. */
export function meanOf({ count, sum }: Gauge): number | null {
  return count === 0 ? null : sum / count;
}

function summaryOf(sample: OperationSample, stepMs: number): OperationSummary {
  const { at, gateway, families, accounts, counts, toResult, toStart } = sample;
  return {
    at: Math.floor(at / stepMs) * stepMs,
    samples: 1,
    gateway: gatewayGauges(gateway),
    families: ofEach(families, ({ waiting, ...slots }) => ({
      ...slotGauges(slots),
      waiting: gaugeOf(waiting),
    })),
    accounts: ofEach(accounts, slotGauges),
    counts,
    toResult,
    toStart,
  };
}

function gaugeOf(reading: number | null): Gauge {
  return reading === null ? { count: 0, sum: 0, max: 0 } : { count: 1, sum: reading, max: reading };
}

function gatewayGauges(readings: GatewayReadings<number | null>): GatewayReadings<Gauge> {
  return {
    waiting: gaugeOf(readings.waiting),
    open: gaugeOf(readings.open),
    unknownOutcomes: gaugeOf(readings.unknownOutcomes),
    busySlots: gaugeOf(readings.busySlots),
    totalSlots: gaugeOf(readings.totalSlots),
    usedBytes: gaugeOf(readings.usedBytes),
    freeBytes: gaugeOf(readings.freeBytes),
  };
}

function slotGauges({ busy, total }: SlotReadings<number>): SlotReadings<Gauge> {
  return { busy: gaugeOf(busy), total: gaugeOf(total) };
}

function joinGauges(one: Gauge, other: Gauge): Gauge {
  return {
    count: one.count + other.count,
    sum: one.sum + other.sum,
    max: Math.max(one.max, other.max),
  };
}

function joinGateways(
  one: GatewayReadings<Gauge>,
  other: GatewayReadings<Gauge>,
): GatewayReadings<Gauge> {
  return {
    waiting: joinGauges(one.waiting, other.waiting),
    open: joinGauges(one.open, other.open),
    unknownOutcomes: joinGauges(one.unknownOutcomes, other.unknownOutcomes),
    busySlots: joinGauges(one.busySlots, other.busySlots),
    totalSlots: joinGauges(one.totalSlots, other.totalSlots),
    usedBytes: joinGauges(one.usedBytes, other.usedBytes),
    freeBytes: joinGauges(one.freeBytes, other.freeBytes),
  };
}

function joinSlots(one: SlotReadings<Gauge>, other: SlotReadings<Gauge>): SlotReadings<Gauge> {
  return { busy: joinGauges(one.busy, other.busy), total: joinGauges(one.total, other.total) };
}

function joinFamilies(
  one: FamilyReadings<Gauge>,
  other: FamilyReadings<Gauge>,
): FamilyReadings<Gauge> {
  return { ...joinSlots(one, other), waiting: joinGauges(one.waiting, other.waiting) };
}

function addCounts(one: OperationCounts, other: OperationCounts): OperationCounts {
  return {
    accepted: one.accepted + other.accepted,
    completed: one.completed + other.completed,
    failed: one.failed + other.failed,
    creditsSpent: one.creditsSpent + other.creditsSpent,
    calls: one.calls + other.calls,
    failedCalls: one.failedCalls + other.failedCalls,
  };
}

interface ByName<Value> {
  readonly [name: string]: Value;
}

function ofEach<From, To>(values: ByName<From>, map: (value: From) => To): ByName<To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

function joinEach<Value>(
  one: ByName<Value>,
  other: ByName<Value>,
  join: (one: Value, other: Value) => Value,
): ByName<Value> {
  const joined = new Map(Object.entries(one));
  for (const [name, value] of Object.entries(other)) {
    const known = joined.get(name);
    joined.set(name, known === undefined ? value : join(known, value));
  }
  return Object.fromEntries(joined);
}
