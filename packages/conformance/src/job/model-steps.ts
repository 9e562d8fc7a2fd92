import type { JobEffect, ModelSlots } from '@filmgate/core';
import type { StepMaker } from './job-step.ts';
import { prepareOn } from './submission-steps.ts';

/** A slot, and the reservation of what a job costs, by a route to a model. */
export function preparedBy(accountId: string, name: string): StepMaker {
  return (job, now) => {
    const { next, effects } = prepareOn(accountId)(job, now);
    const cost = { unit: 'credits', estimate: job.price, actual: null, usage: null } as const;
    const spend = { ...cost, charges: 'acceptance' } as const;
    return { next: { ...next, route: { provider: 'mock', model: name }, spend }, effects };
  };
}

/** The same, within a bound of its model. */
export function bounded(step: StepMaker, within: ModelSlots): StepMaker {
  return (job, now) => {
    const { next, effects } = step(job, now);
    return {
      next,
      effects: effects.map((effect) => (effect.kind === 'slot' ? { ...effect, within } : effect)),
    };
  };
}

/** A step with one more effect. */
export function and(step: StepMaker, effect: JobEffect): StepMaker {
  return (job, now) => {
    const { next, effects } = step(job, now);
    return { next, effects: [...effects, effect] };
  };
}
