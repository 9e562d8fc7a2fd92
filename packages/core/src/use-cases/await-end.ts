import { isFinal } from '../job/job-state.ts';
import type { Job } from '../job/job.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { AwaitResult, OwnedJobId } from './gateway.ts';
import { readOwnJob } from './read-own-job.ts';

/** Whether a waiting caller has something to be told: the end, or that a person has to look. */
function hasEnded(job: Job): boolean {
  return isFinal(job.state) || job.state === 'outcome_unknown';
}

/**
 * Waits for a job's end by subscription. Subscribes before it reads, so that no change falls between. The job does not
 * depend on it: a caller that leaves changes nothing.
 */
export async function awaitEnd(
  ports: GatewayPorts,
  input: OwnedJobId & { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<AwaitResult> {
  const ended = new AbortController();
  let latest: Job | undefined;
  const unsubscribe = ports.storage.events.subscribe(input.id, (job) => {
    latest = job;
    if (hasEnded(job)) ended.abort();
  });
  try {
    const job = await readOwnJob(ports, input);
    if (job === undefined) return { kind: 'not-found' };
    if (!hasEnded(job))
      await ports.clock.sleep(input.timeoutMs, AbortSignal.any([ended.signal, input.signal]));
    const now = latest ?? job;
    return hasEnded(now) ? { kind: 'ended', job: now } : { kind: 'still-running', job: now };
  } finally {
    unsubscribe();
  }
}
