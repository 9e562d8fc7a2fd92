import { z } from 'zod';
import { oneInstant } from './filters.ts';

const minuteSeconds = 60;
/** Steps of one answer at most: more than a screen has pixels for. */
const mostSteps = 1_500;

const reading = z
  .object({ mean: z.number(), max: z.number() })
  .nullable()
  .meta({ description: 'Null where nothing was read.' });

const times = z.object({
  count: z.int(),
  p50_ms: z.number().nullable(),
  p95_ms: z.number().nullable(),
});

/** What the gateway did over some time; the times of jobs are estimates, at most 9.1 % off. */
export const figures = z.object({
  samples: z.int().meta({ description: 'Minutes that were sampled, of all nodes.' }),
  waiting: reading.meta({ description: 'Jobs that wait for an account.' }),
  open: reading.meta({ description: 'Jobs that have not ended.' }),
  unknown_outcomes: reading,
  busy_slots: reading,
  total_slots: reading,
  used_bytes: reading,
  free_bytes: reading,
  accepted: z.int(),
  completed: z.int(),
  failed: z.int(),
  credits_spent: z.number().meta({
    description: 'Paid by accounts to their upstreams, less what those gave back.',
  }),
  calls: z.int().meta({ description: 'Ended calls of programmatic routes.' }),
  failed_calls: z.int().meta({ description: 'Answered with 500 or above.' }),
  to_result: times.meta({ description: 'From acceptance to the stored result.' }),
  to_start: times.meta({ description: 'From acceptance to the first submission.' }),
});

export type FiguresRecord = z.infer<typeof figures>;

/** The means of one family or one account over a step. */
const group = z.object({
  id: z.string(),
  busy: z.number().nullable(),
  total: z.number().nullable(),
  waiting: z.number().nullable().meta({ description: 'Families only.' }),
});

export type GroupRecord = z.infer<typeof group>;

export const sample = figures.extend({
  at: z.string().meta({ description: 'When the step began.' }),
  groups: z.array(group).meta({ description: 'Empty unless `by` is given.' }),
});

export const samplesAnswer = z.object({
  data: z.array(sample).meta({
    description: 'Earliest first. A step nobody sampled anything in is missing.',
  }),
  total: figures.nullable().meta({ description: 'All of it together; null where there is none.' }),
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
      .meta({ description: 'Also the slots of each.' }),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: 'must be after from' })
  .refine(({ from, to, step }) => to - from <= step * 1_000 * mostSteps, {
    path: ['step'],
    error: `must leave at most ${mostSteps} steps`,
  });
