import {
  type AccountLoad,
  awaitsResolution,
  allJobsQuery,
  isFinal,
  type Job,
  type JobState,
  jobStates,
  type OperationSummary,
  type QueueDepth,
  readDenyingAccounts,
  retirementSeenAt,
  wholeCatalog,
} from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { AdminContext } from '../context.ts';
import type { AdminApiDeps } from '../deps.ts';
import {
  encodeCapacity,
  encodeWaiting,
  overview,
  type OverviewRecord,
} from '../schemas/overview.ts';
import {
  errorResponses,
  isoInstant,
  isoInstantOrNull,
  sessionSecurity as security,
} from '../schemas/page.ts';
import {
  encodeMetrics,
  encodeGroups,
  joinAll,
  samplesResponse,
  samplesQuery,
} from '../schemas/sample.ts';
import { encodeRetirement } from '../schemas/retirement.ts';
import { readUnknownSlotEnds } from './unknown-slot-ends.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Maximum jobs to examine for the reasons they wait and the operator's options. */
const jobsLookedAt = 200;

/** `overview`: the state of the gateway on one page. */
export function registerOverview(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Overview'],
    summary: 'Read the state of the gateway',
    security,
    response: { 200: overview, ...errorResponses },
  };
  app.get('/overview', { schema }, async (_request, reply) => reply.send(await readOverview(deps)));
}

async function readOverview(deps: AdminApiDeps): Promise<OverviewRecord> {
  const { status } = deps;
  const now = deps.clock.now();
  const [pool, queue, done, disk, requestLog, responseMs] = await Promise.all([
    readPool(deps, now),
    readQueue(deps),
    readDone(deps, now),
    readDisk(deps),
    status.requestLog(),
    status.pingMs(),
  ]);
  return {
    at: isoInstant(now),
    version: status.version,
    started_at: isoInstant(status.startedAt),
    store: { name: status.storeName, response_ms: responseMs },
    queue,
    ...pool,
    retiring_models: readRetiring(deps, now),
    ...done,
    disk,
    request_log: {
      bytes: requestLog.bytes,
      max_bytes: requestLog.maxBytes,
      removed_rows: requestLog.removedRows,
    },
  };
}

/** Returns what is on offer, or was, and ends within 30 days, or has. */
function readRetiring({ gateway }: AdminApiDeps, now: number): OverviewRecord['retiring_models'] {
  return wholeCatalog(gateway.catalog()).families.flatMap((family) => {
    const seen = retirementSeenAt(family, now);
    const encoded = encodeRetirement(family);
    if (seen === undefined || encoded === null) return [];
    return [{ family: family.id, ...encoded, is_retired: seen.isRetired }];
  });
}

async function readPool(
  deps: AdminApiDeps,
  now: number,
): Promise<Pick<OverviewRecord, 'capacity' | 'accounts' | 'waiting' | 'denying_accounts'>> {
  const [loads, depth, jobs]: [readonly AccountLoad[], QueueDepth, readonly Job[]] =
    await Promise.all([
      deps.accounts.loads(),
      deps.jobs.depth(),
      oldestIn(deps, ['queued', 'awaiting_configuration']),
    ]);
  const denying = await readDenyingAccounts(deps.gateway, null);
  const labels = new Map(loads.map(({ account }) => [account.id, account.label]));
  const ends = await readUnknownSlotEnds(deps, loads);
  return {
    ...encodeCapacity({ loads, depth, book: deps.book, ends, now }),
    waiting: encodeWaiting(jobs, { loads, book: deps.book }, now),
    denying_accounts: denying.map(({ accountId: id, jobs: denied, since }) => ({
      id,
      label: labels.get(id) ?? id,
      jobs: denied,
      since: isoInstant(since),
    })),
  };
}

async function readQueue(deps: AdminApiDeps): Promise<OverviewRecord['queue']> {
  const [{ waiting, byState }, unreadable, unknown] = await Promise.all([
    deps.jobs.depth(),
    deps.jobs.unreadable(),
    oldestIn(deps, ['outcome_unknown']),
  ]);
  const unknownSlotMs = deps.status.unknownSlotMs();
  return {
    waiting,
    awaiting_configuration: byState.awaiting_configuration,
    open: jobStates.reduce((sum, state) => sum + (isFinal(state) ? 0 : byState[state]), 0),
    unknown_outcomes: byState.outcome_unknown,
    need_resolution: unknown.filter((job) => awaitsResolution(job, unknownSlotMs)).length,
    need_resolution_is_exact: unknown.length < jobsLookedAt,
    unreadable: unreadable.length,
  };
}

/** Counts finished work since midnight UTC, and in the last hour. */
async function readDone(
  { operationSamples }: AdminApiDeps,
  now: number,
): Promise<Pick<OverviewRecord, 'today' | 'today_since' | 'last_hour'>> {
  const midnight = Math.floor(now / dayMs) * dayMs;
  const thisMinute = Math.floor(now / minuteMs) * minuteMs;
  const until = now + minuteMs;
  const [today, lastHour] = await Promise.all([
    operationSamples.list({ from: midnight, until, stepMs: dayMs }),
    operationSamples.list({ from: thisMinute - hourMs + minuteMs, until, stepMs: hourMs }),
  ]);
  return {
    today: metricsOrNull(today),
    today_since: isoInstant(midnight),
    last_hour: metricsOrNull(lastHour),
  };
}

async function readDisk({ status }: AdminApiDeps): Promise<OverviewRecord['disk']> {
  const use = status.diskUse();
  return {
    results_bytes: use?.resultBytes ?? null,
    assets_bytes: use?.assetBytes ?? null,
    database_bytes: use?.databaseBytes ?? null,
    free_bytes: await status.freeBytes(),
    free_is_low: await status.isSpaceLow(),
    measured_at: isoInstantOrNull(use?.measuredAt ?? null),
  };
}

/** Returns the oldest jobs in some states. */
async function oldestIn(
  { gateway }: AdminApiDeps,
  states: readonly JobState[],
): Promise<readonly Job[]> {
  const page = await gateway.list({
    ...allJobsQuery,
    owner: null,
    states,
    order: 'oldest-first',
    limit: jobsLookedAt,
  });
  return page.kind === 'page' ? page.jobs : [];
}

function metricsOrNull(
  summaries: readonly OperationSummary[],
): ReturnType<typeof encodeMetrics> | null {
  const all = joinAll(summaries);
  return all === null ? null : encodeMetrics(all);
}

/** `samples`: figures over time, kept for eight days. */
export function registerSamples(app: FastifyInstance, { deps }: AdminContext): void {
  const schema = {
    tags: ['Overview'],
    summary: 'Read samples over time',
    description:
      'One sample per minute is kept for eight days. Steps begin at multiples of their length.',
    security,
    querystring: samplesQuery,
    response: { 200: samplesResponse, ...errorResponses },
  };
  app.withTypeProvider<ZodTypeProvider>().get('/samples', { schema }, async ({ query }, reply) => {
    const { from, to: until, step, by } = query;
    const summaries = await deps.operationSamples.list({ from, until, stepMs: step * 1_000 });
    const total = joinAll(summaries);
    return reply.send({
      data: summaries.map((summary) => ({
        at: isoInstant(summary.at),
        ...encodeMetrics(summary),
        groups: encodeGroups(summary, by),
      })),
      total: total === null ? null : encodeMetrics(total),
      next_cursor: null,
    });
  });
}
