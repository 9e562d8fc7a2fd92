import type { JobEvent } from '../../job/job-event.ts';
import { transition } from '../../job/job-transition.ts';
import { attributeEffects } from '../../job/attribute-effects.ts';
import type { Step } from '../../job/transitions/step.ts';
import type { CommitInput, CommitOutcome } from '../../ports/job-store.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Returns the next job for an event that must be possible here; an impossible one is a fault in the caller. */
export function stepFor(context: StepContext, event: JobEvent, now: number): Step {
  const result = transition(context.job, event, now);
  if (result.kind === 'refused') {
    throw new Error(`The event ${result.event} is not allowed in the state ${result.state}.`);
  }
  return result;
}

/** Returns the decision of one event; the lease is released unless further steps follow. */
export function decisionFor(
  context: StepContext,
  event: JobEvent,
  lease: 'keep' | 'release' = 'release',
): CommitInput {
  const now = context.ports.clock.now();
  const { job: next, effects } = stepFor(context, event, now);
  return {
    claim: context.claim,
    from: context.job,
    next,
    effects: context.by === undefined ? effects : attributeEffects(effects, context.by),
    lease,
    now,
  };
}

/** Decides and saves one event. */
export async function commitEvent(
  context: StepContext,
  event: JobEvent,
  lease: 'keep' | 'release' = 'release',
): Promise<CommitOutcome> {
  return context.ports.storage.jobs.commit({
    ...decisionFor(context, event, lease),
    ...(context.audit !== undefined && { audit: context.audit }),
  });
}

/** Like `commitEvent`, for events that reserve no slot. */
export async function saveEvent(context: StepContext, event: JobEvent): Promise<StepResult> {
  const outcome = await commitEvent(context, event);
  return outcome.kind === 'committed' ? { kind: 'advanced', job: outcome.job } : { kind: 'stale' };
}

/** Releases the claim without a decision. */
export async function releaseUntil(context: StepContext, dueAt: number): Promise<StepResult> {
  if (context.claim !== null) {
    const now = context.ports.clock.now();
    await context.ports.storage.jobs.releaseClaim({ claim: context.claim, dueAt, now });
  }
  return { kind: 'unchanged', job: context.job };
}
