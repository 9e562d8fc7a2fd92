import {
  type AccountLoad,
  explainWaiting,
  type Job,
  poolCapacity,
  type QueueDepth,
  type RouteBook,
} from '@filmgate/core';
import { z } from 'zod';
import { instant, isoInstant, isoInstantOrNull } from './page.ts';
import { metrics } from './sample.ts';
import { encodeSlotUse, slotUse, type UnknownSlotEnds } from './slot-use.ts';

export interface PoolNow {
  readonly loads: readonly AccountLoad[];
  readonly depth: QueueDepth;
  readonly book: RouteBook;
  readonly ends: UnknownSlotEnds;
  readonly now: number;
}

/** The pool from the same numbers as its public capacity, and its accounts by name. */
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

/** Why jobs wait, with the names of the accounts. */
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

/** Why jobs of one family wait. */
const familyWait = z.object({
  family: z.string(),
  jobs: z.int(),
  oldest_at: z.string(),
  starting: z.int().meta({ description: 'Jobs an account would take now.' }),
  stuck: z.int().meta({ description: 'Jobs nothing but an operator can help.' }),
  reasons: z.array(
    z.object({
      reason: z.string().meta({ description: 'As in the trail of a job.' }),
      accounts: z.array(z.string()).meta({ description: 'Labels of the accounts that refuse so.' }),
      account_ids: z.array(z.string()).meta({ description: 'Their ids, in the same order.' }),
      jobs: z.int().meta({ description: 'Jobs it holds up.' }),
    }),
  ),
});

/** The present state of the gateway. */
export const overview = z.object({
  at: z.string(),
  version: z.string(),
  started_at: z.string().meta({ description: 'When the process that answers began.' }),
  store: z.object({ name: z.string(), answered_in_ms: z.number() }),
  queue: z.object({
    waiting: z.int().meta({ description: 'Jobs that wait for an account.' }),
    awaiting_configuration: z.int().meta({
      description: 'Those of them that none of the present accounts can ever serve.',
    }),
    open: z.int().meta({ description: 'Jobs that have not ended.' }),
    unknown_outcomes: z.int(),
    need_ruling: z.int().meta({ description: 'Unknown outcomes left to a person.' }),
    need_ruling_is_exact: z
      .boolean()
      .meta({ description: 'False where so many are unknown that not all were looked at.' }),
    unreadable: z
      .int()
      .meta({ description: 'Jobs set aside because their records cannot be read.' }),
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
        jobs: z.int().meta({ description: 'Jobs it denies, of the oldest 200 that are unknown.' }),
        since: instant.meta({ description: 'When it denied the first of them.' }),
      }),
    )
    .meta({ description: 'Accounts whose provider denies all the work that it accepted.' }),
  waiting: z.object({
    looked_at: z.int().meta({ description: 'How many of those that wait longest it speaks of.' }),
    families: z.array(familyWait),
  }),
  today: metrics.nullable().meta({ description: 'Since `today_since`.' }),
  today_since: z.string().meta({ description: 'When the day began, UTC.' }),
  last_hour: metrics.nullable().meta({ description: 'The last 60 minutes.' }),
  disk: z.object({
    results_bytes: bytes,
    assets_bytes: bytes,
    database_bytes: bytes,
    free_bytes: bytes,
    free_is_low: z
      .boolean()
      .meta({ description: 'So little is free that uploads and references are refused.' }),
    measured_at: z.string().nullable(),
  }),
  request_log: z.object({
    bytes: z.int().meta({ description: 'Of its file, or about of the memory of its server.' }),
    max_bytes: z.int().meta({ description: 'Beyond it the oldest rows are removed.' }),
    removed_rows: z.int().meta({
      description: 'Rows removed for that by the process that answers, since it began.',
    }),
  }),
});

export type OverviewRecord = z.infer<typeof overview>;
