import { isPinnedAccountGone } from '../account/is-pinned-account-gone.ts';
import type { Job } from '../job/job.ts';
import type { JobEvent } from '../job/job-event.ts';
import type { JobState } from '../job/job-state.ts';
import { transition } from '../job/job-transition.ts';
import { attributeEffects } from '../job/attribute-effects.ts';
import type { GatewayPorts } from '../ports/gateway-ports.ts';
import { allJobsQuery } from './all-jobs-query.ts';

/** States in which nothing was sent, or the submission was refused with proof. */
const unsent: readonly JobState[] = ['queued', 'awaiting_configuration'];

const jobsPerPage = 500;

type Ports = StrandedJobsContext['ports'];

/** Dependencies of ending jobs. */
export interface StrandedJobsContext {
  readonly ports: Pick<GatewayPorts, 'storage' | 'clock'>;
  /** Stops it after the job in hand. */
  readonly signal?: AbortSignal;
  /** Actor other than the runner. */
  readonly by?: 'operator';
}

/**
 * Ends every unsent job that no account can make any more: one that asked for an account which has left the pool, or is
 * leaving it, and one that has awaited configuration past its deadline. Each fails in a separate atomic act; a job that
 * was sent, or may have been, is not touched. Safe to repeat and to stop half-way. An id of an account is never given
 * again, so an account that is gone stays gone. Returns how many jobs it ended.
 */
export async function endStrandedJobs(context: StrandedJobsContext): Promise<number> {
  const { ports, signal } = context;
  const gone = new Set<string>();
  let ended = 0;
  let after: string | null = null;
  do {
    const jobs: readonly Job[] = await unsentJobs(ports, after);
    for (const job of jobs) {
      if (signal?.aborted === true) return ended;
      const event = await endingOf(ports, job, gone);
      if (event !== undefined && (await end(context, job.id, event))) ended += 1;
    }
    after = jobs.length < jobsPerPage ? null : (jobs.at(-1)?.id ?? null);
  } while (after !== null);
  return ended;
}

async function unsentJobs({ storage }: Ports, after: string | null): Promise<readonly Job[]> {
  const page = await storage.reader.list({
    ...allJobsQuery,
    owner: null,
    states: unsent,
    order: 'oldest-first',
    after,
    limit: jobsPerPage,
  });
  return page.kind === 'page' ? page.jobs : [];
}

type Ending = Extract<JobEvent, { readonly kind: 'account-gone' | 'configuration-overdue' }>;

/**
 * Returns why a job ends, undefined where it may continue. Looks for its account after the job was read: one that was
 * added in between is found.
 *
 * @param gone - accounts that are known to be gone; grows
 */
async function endingOf(
  { storage, clock }: Ports,
  { state, request, deadlineAt, dueAt }: Job,
  gone: Set<string>,
): Promise<Ending | undefined> {
  const { pinnedAccountId: pinned } = request;
  if (pinned !== undefined) {
    if (gone.has(pinned)) return { kind: 'account-gone' };
    if (isPinnedAccountGone(request, await storage.accounts.loads())) {
      gone.add(pinned);
      return { kind: 'account-gone' };
    }
  }
  // One that is due was woken: an account that was just added may make it.
  const isWaiting = state === 'awaiting_configuration' && dueAt === null;
  const isOverdue = isWaiting && (deadlineAt ?? Infinity) <= clock.now();
  return isOverdue ? { kind: 'configuration-overdue' } : undefined;
}

/** Returns false when it has ended otherwise, or may continue by now. */
async function end(
  { ports, by }: StrandedJobsContext,
  id: string,
  event: Ending,
): Promise<boolean> {
  const { storage, clock } = ports;
  for (;;) {
    const from = await storage.reader.find(id);
    if (from === undefined) return false;
    const now = clock.now();
    const step = transition(from, event, now);
    if (step.kind === 'refused') return false;
    const effects = by === undefined ? step.effects : attributeEffects(step.effects, by);
    const change = { claim: null, from, next: step.job, effects, lease: 'release', now } as const;
    if ((await storage.jobs.commit(change)).kind === 'committed') return true;
  }
}
