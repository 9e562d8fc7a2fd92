import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { JobEvent } from '../job-event.ts';
import type { Job } from '../job.ts';
import { spendOf } from '../spend.ts';
import { type Step, StepBuilder } from './step.ts';
import { isWorthALine, looksOf } from './watching.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/**
 * `queued`, `awaiting_configuration` or `prepared` → `outcome_unknown`: the store lost its fate. It may have been sent
 * under a lost name, so it is searched for under every name it could have, and absence proves nothing.
 */
export function possiblySent(job: Job, event: Event<'possibly-sent'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({
      state: 'outcome_unknown',
      unknownSince: now,
      correlationId: null,
      readFailures: 0,
      dueAt: now,
    })
    .trail('outcome-lost', { account: job.accountId, detail: event.detail })
    .build();
}

/**
 * `dispatching` or `outcome_unknown` → `outcome_unknown`: the provider gave it the handle of another job, which keeps
 * it. The charge is unknown, so the money is on hold. The trail repeats this as rarely as other failed checks.
 */
export function handleTaken(job: Job, event: Event<'handle-taken'>, now: number): Step {
  const isNew = job.state === 'dispatching';
  const readFailures = isNew ? 0 : job.readFailures + 1;
  const step = new StepBuilder(job, now)
    .quota('hold')
    .credit('hold')
    .set({
      state: 'outcome_unknown',
      unknownSince: job.unknownSince ?? now,
      // Its key leads to the other job's work.
      sendDeadlineAt: null,
      readFailures,
      dueAt: event.dueAt,
    });
  if (isNew) step.accountErred();
  if (isNew || isWorthALine(readFailures)) {
    const { accountId: account, correlationId: correlation } = job;
    step.trail('handle-taken', { account, correlation, heldBy: event.heldBy });
  }
  return step.build();
}

/**
 * `outcome_unknown` → `submitted`: the work exists; watch it again. The money stays on hold until the end closes it. A
 * store that went back may know another account than the one it was sent on: the reservation there was not used.
 */
export function found(job: Job, event: Event<'found'>, now: number): Step {
  const step = new StepBuilder(job, now);
  const accountId = event.accountId ?? job.accountId;
  if (accountId !== job.accountId) step.releaseSlot().credit('refund').set({ accountId });
  else if (spendOf(job).charges === 'acceptance') step.credit('settle');
  if (event.isResponse === true) step.accountSucceeded().endpoint('answered');
  return step
    .set({
      state: 'submitted',
      handle: event.handle,
      submittedAt: job.submittedAt ?? now,
      deadlineAt: event.deadlineAt,
      unknownSince: null,
      readFailures: 0,
      doubt: null,
      dueAt: event.pollAt,
    })
    .trail('found', {
      account: accountId,
      correlation: job.correlationId,
      ...(event.resolution !== undefined && resolutionIn(event.resolution)),
    })
    .build();
}

function resolutionIn({ actor, note, upstreamId }: NonNullable<Event<'found'>['resolution']>) {
  return { outcome: 'found', by: actor, note, upstreamId };
}

/** `outcome_unknown` → `failed`: late proof that nothing was submitted. Credits are released; no try follows (I6). */
export function refusalProven(job: Job, { error }: Event<'refusal-proven'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .credit('refund')
    .trail('account-refused', { account: job.accountId, reason: error.kind, detail: error.detail })
    .fail(describeFailure(failureCodeOf(error)))
    .build();
}

/** Proof that nothing was ever accepted: the credits are released, and still no resubmission under this job (I6). */
export function absenceProven(job: Job, { doubt }: Event<'absence-proven'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .credit('refund')
    .trail('absence-proven', looksOf(doubt))
    .fail(describeFailure('submission_not_found'))
    .build();
}

/** Nothing to query, or no response that decides: only a person can close it. The trail says so once. */
export function cannotBeAsked(job: Job, event: Event<'cannot-be-asked'>, now: number): Step {
  const { because, candidates, isReported, doubt, dueAt } = event;
  const step = new StepBuilder(job, now).set({ readFailures: 0, doubt, dueAt });
  if (isReported) return step.build();
  const facts = { because, ...(candidates === undefined ? {} : { candidates }) };
  return step.trail('needs-ruling', { account: job.accountId, ...facts }).build();
}

/** The job stays unknown while it is sent again with its key; an operator can resolve it when that call has ended. */
export function sentAgain(job: Job, { callEndsAt }: Event<'sent-again'>, now: number): Step {
  const { accountId: account, correlationId: correlation } = job;
  return new StepBuilder(job, now)
    .set({ sendDeadlineAt: callEndsAt })
    .trail('sent-again', { account, correlation })
    .build();
}

/** Releases its slot; its credits stay on hold [jobs.unknown-slot]. */
export function slotGivenUp(job: Job, event: Event<'slot-given-up'>, now: number): Step {
  return new StepBuilder(job, now)
    .releaseSlot()
    .set({ dueAt: event.dueAt })
    .trail('slot-given-up', { account: job.accountId })
    .build();
}

/**
 * Makes it due as if it had become unknown just now. Earlier statements against it may have been made to another
 * secret, or by another endpoint.
 */
export function askedAgain(job: Job, _event: Event<'asked-again'>, now: number): Step {
  return new StepBuilder(job, now).set({ readFailures: 0, doubt: null, dueAt: now }).build();
}

/** Applies an operator's resolution, which closes both ledgers. */
export function resolved(job: Job, event: Event<'resolved'>, now: number): Step {
  const charged = event.outcome === 'charged';
  const step = new StepBuilder(job, now).quota(charged ? 'settle' : 'refund');
  if (charged) step.credit('settle');
  else step.credit('refund').credit('return');
  return step
    .trail('ruled', { outcome: event.outcome, by: event.actor, note: event.note })
    .fail(describeFailure(charged ? 'outcome_ruled_charged' : 'outcome_ruled_not_charged'))
    .build();
}
