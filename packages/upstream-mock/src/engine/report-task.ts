import type { ProviderFacts } from '@filmgate/provider-facts';
import { chargeAt, type MockJob, type MockJobState } from '../job/mock-job.ts';
import { changedAt, percentDone, reportedAt, reportedState } from '../job/reported-job.ts';
import type { TaskReport } from './wire-call.ts';

/** A state that no API documents. */
const unknownWord = 'reticulating';

/**
 * The job as a read at an instant reports it.
 *
 * @param link - link to its file; evaluated at each use, and only for a job that is reported as completed
 */
export function reportTask(
  job: MockJob,
  facts: ProviderFacts,
  {
    at,
    base,
    link,
  }: { readonly at: number; readonly base: string; readonly link: () => string | null },
): TaskReport {
  const state = reportedState(job, at);
  const now = reportedAt(job, at);
  const isOpen = state === 'queued' || state === 'running';
  const isFailed = state === 'failed' && job.canceledAt === undefined;
  return {
    job,
    state,
    isOpen,
    status: isOpen && job.instructions.unknownState ? unknownWord : wordOf(job, state, facts),
    failure: isFailed ? facts.failures[job.instructions.fail ?? 'internal'] : null,
    now,
    updatedAt: changedAt(job, now),
    progress: percentDone(job, state, now),
    charged: chargeAt(job, now),

    get url() {
      return state === 'completed' ? link() : null;
    },
    base,
  };
}

function wordOf(job: MockJob, state: MockJobState, { states }: ProviderFacts): string {
  const { canceledAt, deadline = Infinity } = job;
  if (state !== 'failed' || canceledAt === undefined) return states[state];
  const { canceled = states.failed, expired = canceled } = states;
  return canceledAt < deadline ? canceled : expired;
}
