import {
  type AccountLoad,
  explainWaiting,
  type Job,
  poolCapacity,
  type QueueDepth,
  type Router,
} from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstant, isoInstantOrNull } from './page.ts';
import { retirement } from './retirement.ts';
import { metrics } from './sample.ts';
import { encodeSlotUse, slotUse, type UnknownSlotEnds } from './slot-use.ts';

export interface PoolNow {
  readonly loads: readonly AccountLoad[];
  readonly depth: QueueDepth;
  readonly book: Router;
  readonly ends: UnknownSlotEnds;
  readonly now: number;
}

/** Encodes the pool from the numbers of its public capacity, and its accounts by name. */
export function encodeCapacity({
  loads,
  depth,
  book,
  ends,
  now,
}: PoolNow): Pick<OverviewRecord, 'capacity' | 'accounts'> {
  const { slots, accounts, families, nextOpeningAt } = poolCapacity(loads, book, now);
  return {
    capacity: {
      slots,
      accounts,
      families: families.map(({ family, slots: ofFamily }) => ({
        family,
        slots: ofFamily,
        waiting: depth.queuedByFamily[family] ?? 0,
      })),
      next_opening_at: isoInstantOrNull(nextOpeningAt),
    },
    accounts: loads.map((load) => ({
      id: load.account.id,
      label: load.account.label,
      slots: poolCapacity([load], book, now).slots,
      ...encodeSlotUse(load, ends),
    })),
  };
}

/** Encodes the reasons why jobs wait, with the names of the accounts. */
export function encodeWaiting(
  jobs: readonly Job[],
  pool: Pick<PoolNow, 'loads' | 'book'>,
  now: number,
): OverviewRecord['waiting'] {
  const labels = new Map(pool.loads.map(({ account }) => [account.id, account.label]));
  return {
    looked_at: jobs.length,
    families: explainWaiting(jobs, pool, now).map(({ oldestAt, reasons, ...wait }) => ({
      ...wait,
      oldest_at: isoInstant(oldestAt),
      reasons: reasons.map(({ reason, accountIds, jobs: held }) => ({
        reason,
        accounts: accountIds.map((id) => labels.get(id) ?? id),
        account_ids: [...accountIds],
        jobs: held,
      })),
    })),
  };
}

const bytes = z.int().nullable();
const slots = z.object({ total: z.int(), busy: z.int(), free: z.int() });

/** The reasons why jobs of one family wait. */
const familyWait = z.object({
  family: z.string(),
  jobs: z.int(),
  oldest_at: z.string(),
  starting: z.int().meta({ description: 'Jobs that can start now.' }),
  stuck: z.int().meta({ description: 'Jobs that need an operator.' }),
  reasons: z.array(
    z.object({
      reason: z.string().meta({ description: 'Reason, as in the trail of a job.' }),
      accounts: z.array(z.string()).meta({ description: 'Labels of the accounts concerned.' }),
      account_ids: z.array(z.string()).meta({ description: 'Their IDs, in the same order.' }),
      jobs: z.int().meta({ description: 'Jobs delayed by this reason.' }),
    }),
  ),
});

/** The present state of the gateway. */
export const overview = z.object({
  at: z.string(),
  version: z.string(),
  started_at: z.string().meta({ description: 'Start time of the responding process.' }),
  store: z.object({ name: z.string(), response_ms: z.number() }),
  queue: z.object({
    waiting: z.int().meta({ description: 'Jobs waiting for an account.' }),
    awaiting_configuration: z.int().meta({
      description: 'Waiting jobs that no existing account can ever run.',
    }),
    open: z.int().meta({ description: 'Open jobs.' }),
    unknown_outcomes: z.int(),
    need_resolution: z.int().meta({ description: 'Unknown outcomes that need an operator.' }),
    need_resolution_is_exact: z
      .boolean()
      .meta({ description: 'False if there are too many unknown outcomes to examine all.' }),
    unreadable: z.int().meta({ description: 'Jobs set aside because of unreadable records.' }),
  }),
  capacity: z.object({
    slots,
    accounts: z.object({
      total: z.int(),
      ready: z.int(),
      busy: z.int(),
      cooling: z.int(),
      exhausted: z.int(),
      login_required: z.int(),
      untested: z.int(),
      makes_nothing: z.int(),
      disabled: z.int(),
    }),
    families: z.array(z.object({ family: z.string(), slots, waiting: z.int() })),
    next_opening_at: z.string().nullable(),
  }),
  accounts: z.array(z.object({ id: z.string(), label: z.string(), slots, ...slotUse })),
  denying_accounts: z
    .array(
      z.object({
        id: z.string(),
        label: z.string(),
        jobs: z.int().meta({ description: 'Denied jobs among the oldest 200 unknown outcomes.' }),
        since: instant.meta({ description: 'Time of the first denial.' }),
      }),
    )
    .meta({ description: 'Accounts whose provider denies all jobs it had accepted.' }),
  retiring_models: z
    .array(z.object({ family: z.string(), ...retirement.shape, is_retired: z.boolean() }))
    .meta({ description: 'Models that their providers end within 30 days, or have ended.' }),
  waiting: z.object({
    looked_at: z.int().meta({ description: 'Number of longest waiting jobs covered.' }),
    families: z.array(familyWait),
  }),
  today: metrics.nullable().meta({ description: 'Count since `today_since`.' }),
  today_since: z.string().meta({ description: 'Start of the day, UTC.' }),
  last_hour: metrics.nullable().meta({ description: 'The last 60 minutes.' }),
  disk: z.object({
    results_bytes: bytes,
    assets_bytes: bytes,
    database_bytes: bytes,
    free_bytes: bytes,
    free_is_low: z.boolean().meta({
      description: 'True if low disk space causes uploads and references to be rejected.',
    }),
    measured_at: z.string().nullable(),
  }),
  request_log: z.object({
    bytes: z.int().meta({ description: 'Size of its file, or approximately of its Redis memory.' }),
    max_bytes: z.int().meta({ description: 'Limit at which the oldest rows are deleted.' }),
    removed_rows: z.int().meta({
      description: 'Rows deleted for this reason by the responding process since its start.',
    }),
  }),
});

export type OverviewRecord = z.infer<typeof overview>;
