import * as z from 'zod/mini';

const reading = z.nullable(z.object({ mean: z.number(), max: z.number() }));

const times = z.object({
  count: z.number(),
  p50_ms: z.nullable(z.number()),
  p95_ms: z.nullable(z.number()),
});

/** What the gateway did over some time. */
export const figures = z.object({
  waiting: reading,
  unknown_outcomes: reading,
  busy_slots: reading,
  total_slots: reading,
  used_bytes: reading,
  free_bytes: reading,
  accepted: z.number(),
  completed: z.number(),
  failed: z.number(),
  credits_spent: z.number(),
  calls: z.number(),
  failed_calls: z.number(),
  to_result: times,
  to_start: times,
});

export type Figures = z.infer<typeof figures>;

/** A step of `GET /api/v1/admin/samples`. */
export const sample = z.extend(figures, {
  at: z.string(),
  groups: z.array(
    z.object({
      id: z.string(),
      busy: z.nullable(z.number()),
      total: z.nullable(z.number()),
      waiting: z.nullable(z.number()),
    }),
  ),
});

export type Sample = z.infer<typeof sample>;

export const samples = z.object({ data: z.array(sample), total: z.nullable(figures) });
