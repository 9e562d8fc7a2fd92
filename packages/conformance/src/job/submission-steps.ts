import type { Job, JobEffect, Making, ModelSlots } from '@filmgate/core';
import { accountOf, changed, creditMove, line, type StepMaker } from './job-step.ts';

/** No account could ever serve the job: waits for an operator. */
export const awaitConfiguration: StepMaker = (job, now) => ({
  next: changed(job, now, { state: 'awaiting_configuration', dueAt: null }),
  effects: [line(now, 'awaiting-configuration')],
});

/** Takes a slot and reserves credits of the account: `prepared`. */
export const prepareOn =
  (accountId: string): StepMaker =>
  (job, now) => ({
    next: changed(job, now, {
      state: 'prepared',
      accountId,
      route: { endpoint: 'mock', model: `${job.request.family} of it` },
      expectedSize: job.refusals === 0 ? { width: 960, height: 960 } : 'as-made',
      holdsSlot: true,
      credit: 'reserved',
      submission: { version: 1, value: { prompt: job.request.prompt, try: job.refusals } },
      correlationId: correlationOf(job.id, job.refusals),
      dueAt: now,
    }),
    effects: [
      { kind: 'slot', move: 'take', accountId },
      creditMove(job, 'reserve', accountId),
      line(now, 'account-chosen'),
    ],
  });

/** The correlation id of one try: unique over jobs and tries. */
export function correlationOf(jobId: string, refusals: number): string {
  return `${jobId}.${refusals}`;
}

/** Maximum time between the dispatch record and the start of the send, in ms. */
export const sendWindowMs = 60_000;

/** The write-once dispatch record: `dispatching`. */
export const dispatch: StepMaker = (job, now) => ({
  next: changed(job, now, { state: 'dispatching', sendDeadlineAt: now + sendWindowMs, dueAt: now }),
  effects: [line(now, 'marked')],
});

/** Takes a slot and reserves credits of the account, with the dispatch record: `dispatching`. */
export const dispatchOn =
  (accountId: string): StepMaker =>
  (job, now) => {
    const { next, effects } = prepareOn(accountId)(job, now);
    return {
      next: { ...next, state: 'dispatching', sendDeadlineAt: now + sendWindowMs },
      effects,
    };
  };

/** Nothing was sent and the account cannot be used any more: back to `queued`. */
export const withdraw: StepMaker = (job, now) => ({
  next: changed(job, now, {
    state: 'queued',
    accountId: null,
    holdsSlot: false,
    credit: 'released',
    submission: null,
    correlationId: null,
    dueAt: now,
  }),
  effects: [
    { kind: 'slot', move: 'release', accountId: accountOf(job) },
    creditMove(job, 'refund', accountOf(job)),
    line(now, 'account-withdrawn'),
  ],
});

/** Proof that nothing was submitted: back to `queued`, one refusal more. */
export const refuse: StepMaker = (job, now) => {
  const accountId = accountOf(job);
  const { next, effects } = withdraw(job, now);
  return {
    next: {
      ...next,
      refusals: job.refusals + 1,
      refusedBy: [...job.refusedBy, accountId],
      sendDeadlineAt: null,
    },
    effects: [...effects, { kind: 'account-erred', accountId }],
  };
};

function makingOf({ request, route }: Job): Making | null {
  return route === null ? null : { family: request.family, model: route.model };
}

/** The provider accepted the job and took its credits: `submitted`. */
export const receive: StepMaker = (job, now) => {
  const accountId = accountOf(job);
  return {
    next: changed(job, now, {
      state: 'submitted',
      credit: 'settled',
      handle: { version: 1, value: { task: correlationOf(job.id, job.refusals) } },
      submittedAt: now,
      deadlineAt: now + 7_200_000,
      unknownSince: null,
      dueAt: now,
    }),
    effects: [
      creditMove(job, 'settle', accountId),
      { kind: 'account-succeeded', accountId, making: makingOf(job) },
      { kind: 'endpoint', accountId, evidence: 'answered' },
      line(now, 'receipt'),
    ],
  };
};

/** A slot, and the reservation of the job's cost, by a route to a model. */
export function preparedBy(accountId: string, name: string): StepMaker {
  return (job, now) => {
    const { next, effects } = prepareOn(accountId)(job, now);
    const cost = { unit: 'credits', estimate: job.price, actual: null, usage: null } as const;
    const spend = { ...cost, charges: 'acceptance' } as const;
    return { next: { ...next, route: { endpoint: 'mock', model: name }, spend }, effects };
  };
}

/** A step with a limit on its model's slots. */
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
