import type { JobEvent } from '../job-event.ts';
import type { Job } from '../job.ts';
import { newResultFetch } from '../result-fetch.ts';
import { spendOf } from '../spend.ts';
import { reportedCandidates, reportedUsage } from '../reported-facts.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

function receipted(
  job: Job,
  event: Event<'accepted' | 'completed-at-once'>,
  now: number,
): StepBuilder {
  const step = new StepBuilder(job, now);
  if (event.kind === 'completed-at-once') step.paid(event.usage);
  else if (spendOf(job).charges === 'acceptance') step.credit('settle');
  return step
    .accountSucceeded()
    .endpoint('answered')
    .set({ handle: event.handle, submittedAt: now, deadlineAt: event.deadlineAt, readFailures: 0 })
    .trail('receipt', {
      account: job.accountId,
      correlation: job.correlationId,
      ...(event.kind === 'completed-at-once' && usageIn(event)),
    });
}

function usageIn({ usage }: Event<'completed-at-once'>) {
  return usage === undefined ? {} : { usage: { ...reportedUsage(usage) } };
}

/** `dispatching` → `submitted`: the provider owns the work, and charged its cost if it charges at acceptance. */
export function accepted(job: Job, event: Event<'accepted'>, now: number): Step {
  return receipted(job, event, now).set({ state: 'submitted', dueAt: event.pollAt }).build();
}

/** `dispatching` → `storing`: a synchronous provider finished within the call. */
export function completedAtOnce(job: Job, event: Event<'completed-at-once'>, now: number): Step {
  return receipted(job, event, now)
    .set({
      state: 'storing',
      output: event.output,
      resultFetch: newResultFetch(now),
      dueAt: now,
    })
    .build();
}

/** `dispatching` → `outcome_unknown`: perhaps accepted, perhaps charged (I6). */
export function outcomeLost(job: Job, event: Event<'outcome-lost'>, now: number): Step {
  const step = new StepBuilder(job, now).quota('hold').credit('hold').accountErred();
  if (event.isDoubtful === true) step.endpoint('doubtful');
  return step
    .set({
      state: 'outcome_unknown',
      unknownSince: now,
      sendDeadlineAt: event.callEndsAt,
      readFailures: 0,
      dueAt: event.dueAt,
    })
    .trail('outcome-lost', {
      account: job.accountId,
      correlation: job.correlationId,
      detail: event.detail,
      ...reportedCandidates(event.candidates),
    })
    .build();
}
