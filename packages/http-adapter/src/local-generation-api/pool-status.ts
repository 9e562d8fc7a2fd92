import { poolCapacity, type PoolCapacity } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { noteRequest } from '../http/request-log.ts';
import { noValidation } from '../http/route-compilers.ts';
import type { LocalContext } from './context.ts';
import { serviceKeySecurity } from './credentials.ts';
import { errorResponses } from './failure.ts';

const slotCounts = z.object({
  total: z.int().meta({ description: 'Slots in use or available now.' }),
  busy: z.int(),
  free: z.int(),
});

/** Capacity of the account pool [local.pool.capacity]. */
export const poolCapacityBody = z.object({
  object: z.literal('video_pool_capacity'),
  slots: slotCounts,
  queued: z.int().meta({ description: 'Generations waiting for a slot.' }),
  accounts: z.object({
    total: z.int(),
    ready: z.int(),
    busy: z.int(),
    cooling: z.int(),
    exhausted: z.int(),
    login_required: z.int(),
    disabled: z
      .int()
      .meta({ description: 'Paused, not yet tested, or without an available model.' }),
  }),
  families: z.array(z.object({ family: z.string(), slots: slotCounts })),
  updated_at: z.string().meta({ format: 'date-time', description: 'ISO 8601.' }),
});

/** Pacing of submissions, in coarse numbers [local.pool.submit-status]. */
export const submitStatusBody = z.object({
  object: z.literal('video_submit_status'),
  accepting: z.boolean().meta({ description: 'True if a generation would be accepted now.' }),
  queued: z.int().meta({ description: 'Generations waiting for a slot.' }),
  min_interval_ms: z.int().meta({ description: 'Minimum interval between two submissions.' }),
  next_submit_in_ms: z.int().nullable().meta({
    description: 'Earliest start of the next generation; null if it depends on running ones.',
  }),
});

/** Submissions have no fixed interval: slots and the accounts' own cooling pace them. */
const minimumIntervalMs = 0;

interface PoolStatus {
  readonly capacity: PoolCapacity;
  readonly queued: number;
  /** Instant the numbers apply to. */
  readonly now: number;
}

async function readPool({ deps }: LocalContext): Promise<PoolStatus> {
  const [loads, depth] = await Promise.all([deps.accounts.loads(), deps.jobs.depth()]);
  const now = deps.clock.now();
  return { capacity: poolCapacity(loads, deps.book, now), queued: depth.waiting, now };
}

/** `GET /api/v1/video-pool-capacity` [local.pool.capacity]. */
export function registerPoolCapacity(app: FastifyInstance, context: LocalContext): void {
  const schema = {
    tags: ['Pool'],
    summary: 'Read the capacity of the account pool',
    security: serviceKeySecurity,
    response: { 200: poolCapacityBody, ...errorResponses },
  };
  const options = { schema, validatorCompiler: noValidation };
  app.get('/api/v1/video-pool-capacity', options, async () => {
    const { capacity, queued, now } = await readPool(context);
    const { slots, families } = capacity;
    const accounts = publicCounts(capacity.accounts);
    const updated_at = new Date(now).toISOString();
    return { object: 'video_pool_capacity', slots, queued, accounts, families, updated_at };
  });
}

/** The reason an operator has to act is not the caller's business: all reasons are one word. */
export function publicCounts({
  untested,
  makes_nothing,
  disabled,
  ...others
}: PoolCapacity['accounts']): z.infer<typeof poolCapacityBody>['accounts'] {
  return { ...others, disabled: disabled + untested + makes_nothing };
}

/** `GET /api/v1/video-submit-status` [local.pool.submit-status]: needs no credential. */
export function registerSubmitStatus(app: FastifyInstance, context: LocalContext): void {
  const schema = {
    tags: ['Pool'],
    summary: 'Read the pacing of submissions',
    security: [],
    response: { 200: submitStatusBody, ...errorResponses },
  };
  const options = { schema, validatorCompiler: noValidation };
  app.get('/api/v1/video-submit-status', options, async (request, reply) => {
    noteRequest(request, { isPoll: true });
    const pool = await readPool(context);
    return reply.send({
      object: 'video_submit_status',
      accepting: isAccepting(context, pool),
      queued: pool.queued,
      min_interval_ms: minimumIntervalMs,
      next_submit_in_ms: nextSubmitInMs(pool),
    });
  });
}

function isAccepting({ deps }: LocalContext, { capacity, queued }: PoolStatus): boolean {
  const { ready, busy, cooling } = capacity.accounts;
  return !deps.isDraining() && ready + busy + cooling > 0 && queued < deps.queueLimit();
}

function nextSubmitInMs({ capacity, now }: PoolStatus): number | null {
  if (capacity.slots.free > 0) return 0;
  const { nextOpeningAt } = capacity;
  return nextOpeningAt === null ? null : Math.max(0, nextOpeningAt - now);
}
