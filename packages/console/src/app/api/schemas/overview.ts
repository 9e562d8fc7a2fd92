import * as z from 'zod/mini';
import { figures } from './figures.ts';

const bytes = z.nullable(z.number());
const slots = z.object({ total: z.number(), busy: z.number(), free: z.number() });

/** The gateway as it stands: `GET /api/v1/admin/overview`. */
export const overview = z.object({
  at: z.string(),
  version: z.string(),
  started_at: z.string(),
  store: z.object({ name: z.string(), answered_in_ms: z.number() }),
  queue: z.object({
    waiting: z.number(),
    awaiting_configuration: z.number(),
    open: z.number(),
    unknown_outcomes: z.number(),
    need_ruling: z.number(),
    need_ruling_is_exact: z.boolean(),
    unreadable: z.number(),
  }),
  capacity: z.object({
    slots,
    accounts: z.object({
      total: z.number(),
      ready: z.number(),
      busy: z.number(),
      cooling: z.number(),
      exhausted: z.number(),
      login_required: z.number(),
      disabled: z.number(),
    }),
    families: z.array(z.object({ family: z.string(), slots, waiting: z.number() })),
    next_opening_at: z.nullable(z.string()),
  }),
  accounts: z.array(z.object({ id: z.string(), label: z.string(), slots })),
  waiting: z.object({
    looked_at: z.number(),
    families: z.array(
      z.object({
        family: z.string(),
        jobs: z.number(),
        oldest_at: z.string(),
        starting: z.number(),
        stuck: z.number(),
        reasons: z.array(
          z.object({ reason: z.string(), accounts: z.array(z.string()), jobs: z.number() }),
        ),
      }),
    ),
  }),
  today: z.nullable(figures),
  today_since: z.string(),
  disk: z.object({
    results_bytes: bytes,
    assets_bytes: bytes,
    database_bytes: bytes,
    free_bytes: bytes,
    free_is_low: z.boolean(),
    measured_at: z.nullable(z.string()),
  }),
  request_log: z.object({ bytes: z.number(), max_bytes: z.number(), removed_rows: z.number() }),
});

export type Overview = z.infer<typeof overview>;
