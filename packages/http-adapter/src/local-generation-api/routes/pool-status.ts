import { poolCapacity, type PoolCapacity } from '@filmgate/core';
import type { FastifyInstance } from 'fastify';
import { noteCall } from '../../mechanics/call-facts.ts';
import { describedOnly } from '../../mechanics/described-only.ts';
import type { LocalContext } from '../context.ts';
import { errorAnswers, serviceKeySecurity } from '../route-description.ts';
import { poolCapacityBody, submitStatusBody } from '../schemas/pool.ts';

/** No pause is kept between submissions: slots and the accounts' own cooling pace them. */
const minimumIntervalMs = 0;

interface PoolStatus {
  readonly capacity: PoolCapacity;
  readonly queued: number;
  /** Instant the numbers are of. */
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
    summary: 'Capacity of the account pool',
    security: serviceKeySecurity,
    response: { 200: poolCapacityBody, ...errorAnswers },
  };
  const options = { schema, validatorCompiler: describedOnly };
  app.get('/api/v1/video-pool-capacity', options, async () => {
    const { capacity, queued, now } = await readPool(context);
    const { slots, accounts, families } = capacity;
    const updated_at = new Date(now).toISOString();
    return { object: 'video_pool_capacity', slots, queued, accounts, families, updated_at };
  });
}

/** `GET /api/v1/video-submit-status` [local.pool.submit-status]: needs no credential. */
export function registerSubmitStatus(app: FastifyInstance, context: LocalContext): void {
  const schema = {
    tags: ['Pool'],
    summary: 'Pacing of submissions',
    security: [],
    response: { 200: submitStatusBody, ...errorAnswers },
  };
  const options = { schema, validatorCompiler: describedOnly };
  app.get('/api/v1/video-submit-status', options, async (request, reply) => {
    noteCall(request, { isPoll: true });
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
