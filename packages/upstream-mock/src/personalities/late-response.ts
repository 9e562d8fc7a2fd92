import type { ProviderReply, ProviderResponse } from '../wire/provider-request.ts';
import type { MockJob } from '../world/mock-job.ts';
import type { ProviderState } from '../world/provider-state.ts';
import { reportedEnd } from '../world/reported-job.ts';
import type { PersonalityCall } from './personality.ts';

/** What a caller waits for who is answered when a job has ended. */
export interface LateResponse {
  readonly job: MockJob;
  /** Instant at which the caller is told how far the job has come; absent = they wait for its end. */
  readonly latest?: number;
  readonly report: (job: MockJob) => ProviderResponse;
  /** What is said where the real clock ends the wait, and proves nothing; absent = how far the job has come. */
  readonly tooLong?: () => ProviderResponse;
}

/**
 * Answers a submission when its job has ended. The job goes on whatever becomes of its caller, who knows of it only once the answer
 * has left.
 */
export async function lateResponse(
  { wait }: Pick<PersonalityCall, 'wait'>,
  world: ProviderState,
  { job, latest = Number.POSITIVE_INFINITY, report, tooLong }: LateResponse,
): Promise<ProviderReply> {
  // Its caller, or another one, may end it early meanwhile.
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
