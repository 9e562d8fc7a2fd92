import type { MockJob } from '../world/mock-job.ts';
import type { MockWorld } from '../world/mock-world.ts';
import { edgePage } from './edge-page.ts';
import { errorIn200, refusalReply } from './error-reply.ts';
import { jsonReply, type ProviderReply } from './provider-request.ts';

/** How long a caller is asked to wait after a scripted 429 of a read, before scaling, in ms. */
const readWaitMs = 1_000;

/** A status read that its job's tokens make go wrong this time. */
export function disturbedRead(world: MockWorld, job: MockJob): ProviderReply | undefined {
  if (world.spendReadFault(job, 'pollErrors')) return jsonReply(500, { message: 'internal error' });
  if (world.spendReadFault(job, 'pollLogins')) {
    return refusalReply({ kind: 'login', message: 'refused as asked', retryAfterMs: null });
  }
  if (world.spendReadFault(job, 'pollThrottles')) {
    const retryAfterMs = world.clock.scaled(readWaitMs);
    world.evidence.exchanges.asksToWait(retryAfterMs);
    return refusalReply({ kind: 'rate_limited', message: 'too many reads', retryAfterMs });
  }
  if (world.spendReadFault(job, 'pollPages')) return edgePage();
  return world.spendReadFault(job, 'pollErrorsIn200') ? errorIn200() : undefined;
}
