import type { MockClock } from '../world/mock-clock.ts';
import type { MockJob } from '../world/mock-job.ts';
import type { ProviderReply } from './provider-request.ts';

/** No response to a submission that was accepted: for good, or until its token's time is over. */
export function hangReply(
  { acceptedAt, instructions: { hangMs } }: MockJob,
  clock: Pick<MockClock, 'scaled'>,
): ProviderReply {
  return { kind: 'hang', until: hangMs === null ? null : acceptedAt + clock.scaled(hangMs) };
}
