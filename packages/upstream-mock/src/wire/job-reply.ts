import type { MockClock } from '../world/mock-clock.ts';
import { chargeAt, type MockJob } from '../world/mock-job.ts';
import { percentDone } from '../world/percent-done.ts';
import { toldAt, toldState } from '../world/told-job.ts';

/**
 * What a status read says about a job at an instant.
 *
 * @param given - `prefix`: what the paths of its space begin with; `query`: what a link to its result ends with, often nothing
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
  const now = toldAt(job, clock.now());
  const status = toldState(job, clock.now());
  const base = { id: job.id, status, progress: percentDone(job, status, now) };
  switch (status) {
    case 'queued':
    case 'running':
      return job.instructions.unknownState ? { id: job.id, status: 'reticulating' } : base;
    case 'completed':
      return { ...base, output: { ...outputOf(job, prefix, query), ...keptUntil(job, clock) } };
    case 'failed':
      return { ...base, error: { kind: job.instructions.fail, charged: chargeAt(job, now) > 0 } };
  }
}

function outputOf({ id, mediaType }: MockJob, prefix: string, query: string) {
  return { url: `${prefix}/v1/results/${id}${query}`, media_type: mediaType };
}

/** Said only where a token asks for it, as ms since 1970. */
function keptUntil({ endsAt, instructions }: MockJob, clock: Pick<MockClock, 'scaled'>) {
  const { resultKeptMs } = instructions;
  return resultKeptMs === null ? {} : { kept_until: endsAt + clock.scaled(resultKeptMs) };
}
