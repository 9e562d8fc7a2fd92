import { z } from 'zod';
import type { OperationSample } from './operation-sample.ts';

const slots = z.object({ busy: z.number(), total: z.number() });

/** JSON gives bucket numbers back as text, as all keys of objects are. */
const durations = z.record(z.string(), z.number());

/** Reads a sample that was stored as JSON. */
export const operationSampleSchema: z.ZodType<OperationSample> = z.object({
  node: z.string(),
  at: z.number(),
  gateway: z.object({
    waiting: z.number().nullable(),
    open: z.number().nullable(),
    unknownOutcomes: z.number().nullable(),
    busySlots: z.number().nullable(),
    totalSlots: z.number().nullable(),
    usedBytes: z.number().nullable(),
    freeBytes: z.number().nullable(),
  }),
  families: z.record(z.string(), slots.extend({ waiting: z.number() })),
  accounts: z.record(z.string(), slots),
  counts: z.object({
    accepted: z.number(),
    completed: z.number(),
    failed: z.number(),
    creditsSpent: z.number(),
    calls: z.number(),
    failedCalls: z.number(),
  }),
  toResult: durations,
  toStart: durations,
});
