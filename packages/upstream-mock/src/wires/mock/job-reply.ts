import type { MockClock } from '../../job/mock-clock.ts';
import { chargeAt, type MockJob } from '../../job/mock-job.ts';
import { keptUntil, percentDone, reportedAt, reportedState } from '../../job/reported-job.ts';

/**
 * Status response about a job at an instant.
 *
 * @param given - `prefix`: prefix of the paths of its space; `query`: query of a link to its result, often empty
 */
export function describeJob(
  job: MockJob,
  {
    clock,
    prefix,
    query,
  }: {
    readonly clock: Pick<MockClock, 'now' | 'scaled'>;
    readonly prefix: string;
    readonly query: string;
  },
) {
  const now = reportedAt(job, clock.now());
  const status = reportedState(job, clock.now());
  const base = { id: job.id, status, progress: percentDone(job, status, now) };
  switch (status) {
    case 'queued':
    case 'running':
      return job.instructions.unknownState ? { id: job.id, status: 'reticulating' } : base;
    case 'completed': {
      const until = keptUntil(job, clock);
      const kept = until === null ? {} : { kept_until: until };
      return { ...base, output: { ...outputOf(job, prefix, query), ...kept } };
    }
    case 'failed':
      return { ...base, error: { kind: job.instructions.fail, charged: chargeAt(job, now) > 0 } };
  }
}

function outputOf({ id, mediaType }: MockJob, prefix: string, query: string) {
  return { url: `${prefix}/v1/results/${id}${query}`, media_type: mediaType };
}
