import type { ProviderReply, ProviderResponse } from '../http/provider-request.ts';
import type { MockJob } from '../job/mock-job.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { reportedEnd } from '../job/reported-job.ts';
import type { PersonalityCall } from './personality.ts';

/** The responses of a call that waits for a job. */
export interface LateResponse {
  readonly job: MockJob;
  /** Instant at which the caller gets the job's current state; absent = it waits for the end. */
  readonly latest?: number;
  readonly report: (job: MockJob) => ProviderResponse;
  /** Response if the wait exceeds its limit in real time, which proves nothing; absent = the job's current state. */
  readonly tooLong?: () => ProviderResponse;
}

/** Answers a submission when its job has ended. If the caller disconnects, the job continues. */
export async function lateResponse(
  { wait }: Pick<PersonalityCall, 'wait'>,
  world: ProviderState,
  { job, latest = Number.POSITIVE_INFINITY, report, tooLong }: LateResponse,
): Promise<ProviderReply> {
  // The job may be ended early during the wait.
  const known = () => world.find(job.id) ?? job;
  const end = await wait.until(() => Math.min(latest, reportedEnd(known())));
  if (end === 'left') return { kind: 'hang', until: null };
  if (end === 'released') return { kind: 'reset' };
  if (end === 'too-long' && tooLong !== undefined) return tooLong();
  const hasEnded = world.clock.now() >= reportedEnd(known());
  return {
    ...report(known()),
    sent: () => {
      world.markAnswered(job.id);
      if (hasEnded) world.requestHistory.sawEnd(job.id);
    },
  };
}
