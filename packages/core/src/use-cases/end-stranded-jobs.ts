import { isPinnedAccountGone } from '../account/is-pinned-account-gone.ts';
import type { Job } from '../job/job.ts';
import type { JobState } from '../job/job-state.ts';
import { transition } from '../job/job-transition.ts';
import { signEffects } from '../job/sign-effects.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { everyJob } from './every-job.ts';

/** Nothing of such a job was sent, or what was sent was refused with proof. */
const unsent: readonly JobState[] = ['queued', 'awaiting_configuration'];

const jobsPerPage = 500;

type Ports = StrandedJobsContext['ports'];

/** What ending jobs needs. */
export interface StrandedJobsContext {
  readonly ports: Pick<GatewayPorts, 'storage' | 'clock'>;
  /** Stops it after the job in hand. */
  readonly signal?: AbortSignal;
  /** Who has it done, where it is not the runner. */
  readonly by?: 'operator';
}

/**
 * Ends every unsent job that asked for an account which has left the pool, or is leaving it: no account can ever take it. Each
 * fails in one atomic act of its own; a job that was sent, or may have been, is not touched. Safe to repeat and to stop
 * half-way. An id of an account is never given again, so what is gone once stays gone. Returns how many jobs it ended.
 */
export async function endStrandedJobs(context: StrandedJobsContext): Promise<number> {
  const { ports, signal } = context;
  const gone = new Set<string>();
  let ended = 0;
  let after: string | null = null;
  do {
    const jobs: readonly Job[] = await unsentJobs(ports, after);
    for (const { id, request } of jobs) {
      if (signal?.aborted === true) return ended;
      const { pinnedAccountId: pinned } = request;
      if (pinned === undefined) continue;
      if (!gone.has(pinned) && !(await isGone(ports, request))) continue;
      gone.add(pinned);
      if (await end(context, id)) ended += 1;
    }
    after = jobs.length < jobsPerPage ? null : (jobs.at(-1)?.id ?? null);
  } while (after !== null);
  return ended;
}

async function unsentJobs({ storage }: Ports, after: string | null): Promise<readonly Job[]> {
  const page = await storage.reader.list({
    ...everyJob,
    owner: null,
    states: unsent,
    order: 'oldest-first',
    after,
    limit: jobsPerPage,
  });
  return page.kind === 'page' ? page.jobs : [];
}

/** Looks after the job was read: an account that was added in between is there. */
async function isGone({ storage }: Ports, request: Job['request']): Promise<boolean> {
  return isPinnedAccountGone(request, await storage.accounts.loads());
}

/** False when it has ended otherwise, or has an account by now. */
async function end({ ports, by }: StrandedJobsContext, id: string): Promise<boolean> {
  const { storage, clock } = ports;
  for (;;) {
    const from = await storage.reader.find(id);
    if (from === undefined) return false;
    const now = clock.now();
    const step = transition(from, { kind: 'account-gone' }, now);
    if (step.kind === 'refused') return false;
    const effects = by === undefined ? step.effects : signEffects(step.effects, by);
    const change = { claim: null, from, next: step.job, effects, lease: 'release', now } as const;
    if ((await storage.jobs.commit(change)).kind === 'committed') return true;
  }
}
