import fc from 'fast-check';
import type { JobEffect } from '../src/job/job-effect.ts';
import type { JobEvent } from '../src/job/job-event.ts';
import { transition } from '../src/job/job-transition.ts';
import type { Job } from '../src/job/job.ts';
import type { TrailStep } from '../src/job/trail-step.ts';
import { trailStep } from '../src/store-rules/trail-step.ts';
import { arbitraryEvent } from './arbitrary-event.ts';
import { eventSamples } from './event-samples.ts';
import { sampleJob } from './sample-job.ts';

/** One act of a job, with the step it leaves in the trail. */
export interface Act {
  readonly from: Job;
  readonly job: Job;
  readonly effects: readonly JobEffect[];
  readonly step: TrailStep | null;
}

/** Returns the job after events; leaves out those that cannot happen to it. */
function live(events: readonly JobEvent[]): readonly Act[] {
  const acts: Act[] = [];
  let from = sampleJob('queued');
  for (const event of events) {
    const now = from.updatedAt + 1;
    const result = transition(from, event, now);
    if (result.kind === 'refused') continue;
    const { job, effects } = result;
    acts.push({ from, job, effects, step: trailStep(from, effects, now) });
    from = job;
  }
  return acts;
}

const usage = fc
  .record({ amount: fc.nat(60), unit: fc.constantFrom('usd', 'credits') })
  .map(({ amount, unit }) => ({ amount, unit, figures: {} }) as const);

/** Any event, at endpoints that charge at either time, in either unit, and report their charge or not. */
const anyEvent: fc.Arbitrary<JobEvent> = fc.oneof(
  { weight: 3, arbitrary: arbitraryEvent },
  {
    weight: 1,
    arbitrary: fc
      .record({
        accountId: fc.constantFrom('account-one', 'account-two'),
        unit: fc.constantFrom('usd', 'credits'),
        estimate: fc.nat(50),
        charges: fc.constantFrom('acceptance', 'success'),
      })
      .map(({ accountId, ...cost }) => ({ ...eventSamples['account-chosen'], accountId, cost })),
  },
  {
    weight: 1,
    arbitrary: usage.map((reported) => ({ ...eventSamples.succeeded, usage: reported })),
  },
  {
    weight: 1,
    arbitrary: usage.map((reported) => ({ ...eventSamples['completed-at-once'], usage: reported })),
  },
  { weight: 1, arbitrary: fc.constant(eventSamples['result-stored']) },
);

/** A life of a job from its acceptance on, an act each ms; the job waits in the queue first. */
export const arbitraryLife: fc.Arbitrary<readonly Act[]> = fc
  .array(anyEvent, { maxLength: 60 })
  .map(live);
