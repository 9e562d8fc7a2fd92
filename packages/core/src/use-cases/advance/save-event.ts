import type { JobEvent } from '../../job/job-event.ts';
import { transition } from '../../job/job-transition.ts';
import { attributeEffects } from '../../job/attribute-effects.ts';
import type { Step } from '../../job/transitions/step.ts';
import type { CommitInput, CommitOutcome } from '../../ports/job-store.ts';
import type { StepResult, Work } from './work.ts';

/** The next job for an event that must be possible here; anything else is a fault in the caller. */
export function stepFor(work: Work, event: JobEvent, now: number): Step {
  const result = transition(work.job, event, now);
  if (result.kind === 'refused') {
    throw new Error(`The event ${result.event} is not allowed in the state ${result.state}.`);
  }
  return result;
}

/** The decision one event leads to; the lease goes back unless more is to come. */
export function decisionFor(
  work: Work,
  event: JobEvent,
  lease: 'keep' | 'release' = 'release',
): CommitInput {
  const now = work.ports.clock.now();
  const { job: next, effects } = stepFor(work, event, now);
  return {
    claim: work.claim,
    from: work.job,
    next,
    effects: work.by === undefined ? effects : attributeEffects(effects, work.by),
    lease,
    now,
  };
}

/** Decides and saves one event. */
export async function commitEvent(
  work: Work,
  event: JobEvent,
  lease: 'keep' | 'release' = 'release',
): Promise<CommitOutcome> {
  return work.ports.storage.jobs.commit({
    ...decisionFor(work, event, lease),
    ...(work.audit !== undefined && { audit: work.audit }),
  });
}

/** As `commitEvent`, for events that take no slot. */
export async function saveEvent(work: Work, event: JobEvent): Promise<StepResult> {
  const outcome = await commitEvent(work, event);
  return outcome.kind === 'committed' ? { kind: 'advanced', job: outcome.job } : { kind: 'stale' };
}

/** Gives the claim back without a decision. */
export async function releaseUntil(work: Work, dueAt: number): Promise<StepResult> {
  if (work.claim !== null) {
    const now = work.ports.clock.now();
    await work.ports.storage.jobs.releaseClaim({ claim: work.claim, dueAt, now });
  }
  return { kind: 'unchanged', job: work.job };
}
