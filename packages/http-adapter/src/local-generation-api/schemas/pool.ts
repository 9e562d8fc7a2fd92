import { z } from 'zod';

const slots = z.object({
  total: z.int().meta({ description: 'Slots in use or open to new work now.' }),
  busy: z.int(),
  free: z.int(),
});

/** Capacity of the account pool [local.pool.capacity]. */
export const poolCapacityBody = z.object({
  object: z.literal('video_pool_capacity'),
  slots,
  queued: z.int().meta({ description: 'Generations that wait for a slot.' }),
  accounts: z.object({
    total: z.int(),
    ready: z.int(),
    busy: z.int(),
    cooling: z.int(),
    exhausted: z.int(),
    login_required: z.int(),
    disabled: z.int(),
  }),
  families: z.array(z.object({ family: z.string(), slots })),
  updated_at: z.string().meta({ format: 'date-time', description: 'ISO 8601.' }),
});

/** Pacing of submissions, in coarse numbers [local.pool.submit-status]. */
export const submitStatusBody = z.object({
  object: z.literal('video_submit_status'),
  accepting: z.boolean().meta({ description: 'Whether a generation would be accepted now.' }),
  queued: z.int().meta({ description: 'Generations that wait for a slot.' }),
  min_interval_ms: z.int().meta({ description: 'Least pause between two submissions.' }),
  next_submit_in_ms: z
    .int()
    .nullable()
    .meta({ description: 'When the next one can start; null when that depends on running ones.' }),
});
