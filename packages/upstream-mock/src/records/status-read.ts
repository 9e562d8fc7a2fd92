import type { MockJob } from '../job/mock-job.ts';
import { reportedState } from '../job/reported-job.ts';
import type { Exchange } from './exchange.ts';
import type { StatusRead } from './poll-tally.ts';

/** The status read of a job that an exchange was, at an instant. */
export function statusRead(
  { id, at, realAt, reported: response, isDisturbed, waitMs }: Exchange,
  job: MockJob,
  now: number,
): StatusRead {
  const state = reportedState(job, now);
  const isOpen = state === 'queued' || state === 'running';
  const isPlain = response?.kind === 'response' && response.status < 300 && !isDisturbed;
  return { entry: id, at, realAt, isOpen, reportsEnd: isPlain && !isOpen, waitMs };
}
