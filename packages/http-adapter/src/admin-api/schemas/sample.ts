import {
  countDurations,
  type DurationHistogram,
  type Gauge,
  joinSummaries,
  meanOf,
  type OperationSummary,
  percentileOf,
} from '@filmgate/core';
import { z } from 'zod';
import { oneInstant } from './page.ts';

/** Joins all the summaries; null without any. */
export function joinAll(summaries: readonly OperationSummary[]): OperationSummary | null {
  const [first, ...rest] = summaries;
  return first === undefined ? null : rest.reduce(joinSummaries, first);
}

/** Encodes figures for the console. */
export function encodeMetrics(summary: OperationSummary): MetricsRecord {
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

/** Encodes the slots of each family, or of each account. */
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

function encodeReading(gauge: Gauge): MetricsRecord['waiting'] {
  const mean = meanOf(gauge);
  return mean === null ? null : { mean, max: gauge.max };
}

function encodeTimes(histogram: DurationHistogram): MetricsRecord['to_result'] {
  return {
    count: countDurations(histogram),
    p50_ms: percentileOf(histogram, 0.5),
    p95_ms: percentileOf(histogram, 0.95),
  };
}

const minuteSeconds = 60;
/** Maximum steps of one response: more than a screen has pixels for. */
const mostSteps = 1_500;

const reading = z
  .object({ mean: z.number(), max: z.number() })
  .nullable()
  .meta({ description: 'Null if nothing was measured.' });

const times = z.object({
  count: z.int(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

/** Figures of the gateway over an interval; the times of jobs are estimates, at most 9.1 % off. */
export const metrics = z.object({
  samples: z.int().meta({ description: 'Sampled minutes of all nodes.' }),
  waiting: reading.meta({ description: 'Jobs waiting for an account.' }),
  open: reading.meta({ description: 'Open jobs.' }),
  unknown_outcomes: reading,
  busy_slots: reading,
  total_slots: reading,
  used_bytes: reading,
  free_bytes: reading,
  accepted: z.int(),
  completed: z.int(),
  failed: z.int(),
  credits_spent: z.number().meta({
    description: 'Paid by accounts to their providers, minus refunds.',
  }),
  calls: z.int().meta({ description: 'Completed calls of API routes.' }),
  failed_calls: z.int().meta({ description: 'Responses with status 500 or above.' }),
  to_result: times.meta({ description: 'Duration from acceptance to the stored result.' }),
  to_start: times.meta({ description: 'Duration from acceptance to the first submission.' }),
});

export type MetricsRecord = z.infer<typeof metrics>;

/** Means of one family or one account over a step. */
const group = z.object({
  id: z.string(),
  busy: z.number().nullable(),
  total: z.number().nullable(),
  waiting: z.number().nullable().meta({ description: 'Only for families.' }),
});

export type GroupRecord = z.infer<typeof group>;

export const sample = metrics.extend({
  at: z.string().meta({ description: 'Start of the step.' }),
  groups: z.array(group).meta({ description: 'Breakdown; empty unless `by` is given.' }),
});

export const samplesResponse = z.object({
  data: z.array(sample).meta({
    description: 'Earliest first, without steps that have no samples.',
  }),
  total: metrics.nullable().meta({ description: 'Total of all steps; null if there are none.' }),
  next_cursor: z.null(),
});

const stepRule = `must be a multiple of ${minuteSeconds} seconds`;

export const samplesQuery = z
  .object({
    from: oneInstant,
    to: oneInstant,
    step: z
      .string(stepRule)
      .regex(/^[1-9]\d{0,6}$/, stepRule)
      .transform(Number)
      .refine((seconds) => seconds % minuteSeconds === 0, stepRule)
      .meta({ description: 'Length of a step, in seconds.' }),
    by: z
      .enum(['family', 'account'], 'must be family or account')
      .optional()
      .meta({ description: 'Adds a breakdown with the slots of each.' }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })
  .refine(({ from, to, step }) => to - from <= step * 1_000 * mostSteps, {
    path: ['step'],
    error: `must leave at most ${mostSteps} steps`,
  });
