import { transition } from '../job/job-transition.ts';
import type { Job } from '../job/job.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import type { JobReader } from '../ports/job-reader.ts';
import type { JobStore } from '../ports/job-store.ts';
import { unknownJobs } from './unknown-jobs.ts';

/** Access to the jobs, which may be those of a store that is halted. */
interface AskedAgain extends Pick<GatewayPorts, 'clock'> {
  readonly storage: {
    readonly reader: Pick<JobReader, 'list'>;
    readonly jobs: Pick<JobStore, 'commit'>;
  };
}

/**
 * Makes jobs of unknown outcome due at once, because the obstacle to a true response of their provider may be over:
 * another secret, an endpoint that is back, an account that responds again. Each in a separate act; safe to repeat and
 * to stop half-way, since otherwise they would be queried within the hour. Returns how many it made due.
 *
 * @param accountId - the account whose jobs are meant; null = every account
 */
export async function askAgain(
  { storage, clock }: AskedAgain,
  accountId: string | null,
): Promise<number> {
  let due = 0;
  for await (const job of unknownJobs(storage.reader, accountId))
    if (await makeDue(job, { storage, clock })) due += 1;
  return due;
}

/** Returns false when another decision came first, and when it is due anyway. */
async function makeDue(from: Job, { storage, clock }: AskedAgain): Promise<boolean> {
  const now = clock.now();
  if (from.dueAt !== null && from.dueAt <= now) return false;
  const step = transition(from, { kind: 'asked-again' }, now);
  if (step.kind === 'refused') return false;
  const { job: next, effects } = step;
  const outcome = await storage.jobs.commit({
    claim: null,
    from,
    next,
    effects,
    lease: 'keep',
    now,
  });
  return outcome.kind === 'committed';
}
