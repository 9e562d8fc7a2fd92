import { describeFailure } from '../describe-failure.ts';
import type { AccountRefusal, JobEvent } from '../job-event.ts';
import type { Job } from '../job.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

function asDetail(
  refusals: readonly AccountRefusal[],
): readonly { readonly [field: string]: string }[] {
  return refusals.map(({ accountId, reason, detail }) => ({
    account: accountId,
    reason,
    ...(detail === undefined ? {} : { detail }),
  }));
}

/**
 * `queued` or `awaiting_configuration` → `dispatching`: slot and credits reserved, the exact request and its dispatch
 * record saved. From here on bytes may have left.
 */
export function accountChosen(job: Job, event: Event<'account-chosen'>, now: number): Step {
  const step = new StepBuilder(job, now);
  if (event.endsCooling === true) step.endCooling(event.accountId);
  if (event.probeJob !== undefined) step.asProbeJob(event.accountId, event.probeJob);
  return step
    .takeAccount(event.accountId, event.cost, event.within)
    .set({
      state: 'dispatching',
      route: event.route,
      expectedSize: event.expectedSize,
      submission: event.submission,
      correlationId: event.correlationId,
      sendDeadlineAt: event.sendDeadlineAt,
      deadlineAt: null,
      dueAt: now,
      readFailures: 0,
    })
    .trail('account-chosen', {
      account: event.accountId,
      endpoint: event.route.endpoint,
      providerModel: event.route.model,
      correlation: event.correlationId,
      refused: asDetail(event.refusals),
    })
    .build();
}

/** No account can make it now: it waits. */
export function noAccount(job: Job, event: Event<'no-account'>, now: number): Step {
  return new StepBuilder(job, now)
    .set({ state: 'queued', deadlineAt: null, dueAt: event.until })
    .trail('waiting', { refused: asDetail(event.refusals), until: event.until })
    .build();
}

/**
 * No account could ever make it: an operator has to act before the deadline. That wakes it, as does each account found
 * ready; a further wait adds no step, or the trail of a forgotten job would grow for as long as it waits.
 */
export function configurationMissing(
  job: Job,
  event: Event<'configuration-missing'>,
  now: number,
): Step {
  const step = new StepBuilder(job, now).set({ state: 'awaiting_configuration', dueAt: null });
  if (job.state === 'awaiting_configuration') return step.build();
  return step
    .set({ deadlineAt: event.deadlineAt })
    .trail('awaiting-configuration', { refused: asDetail(event.refusals) })
    .build();
}

/** `awaiting_configuration` → `failed`: nobody acted in time. Nothing was sent, so the owner's credits are released. */
export function configurationOverdue(
  job: Job,
  _event: Event<'configuration-overdue'>,
  now: number,
): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('configuration-overdue')
    .fail(describeFailure('not_configured'))
    .build();
}

/**
 * `queued` or `awaiting_configuration` → `failed`: the account it was asked to go to will never make it. Nothing was
 * sent, or what was sent was refused with proof, so all credits of the owner are released.
 */
export function accountGone(job: Job, _event: Event<'account-gone'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('account-gone', { account: job.request.pinnedAccountId ?? null })
    .fail(describeFailure('account_removed'))
    .build();
}

/**
 * `queued` or `awaiting_configuration` → `failed`: its owner is being erased. Nothing was sent, or what was sent was
 * refused with proof, so all credits of the owner are released.
 */
export function ownerErased(job: Job, _event: Event<'owner-erased'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('owner-erased')
    .fail(describeFailure('owner_erased'))
    .build();
}

/** `queued` or `awaiting_configuration` → `failed`: an operator ended it, and nothing was sent, as above. */
export function cancelled(job: Job, { actor }: Event<'cancelled'>, now: number): Step {
  return new StepBuilder(job, now)
    .quota('refund')
    .trail('cancelled', { by: actor })
    .fail(describeFailure('cancelled_by_operator'))
    .build();
}

/** `prepared` → `queued`: nothing was sent. */
export function accountWithdrawn(job: Job, event: Event<'account-withdrawn'>, now: number): Step {
  return new StepBuilder(job, now)
    .releaseSlot()
    .credit('refund')
    .set({ state: 'queued', accountId: null, submission: null, correlationId: null, dueAt: now })
    .trail('account-withdrawn', { account: job.accountId, detail: event.reason })
    .build();
}
