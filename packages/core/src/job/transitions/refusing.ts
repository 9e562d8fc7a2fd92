import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { maximumTries } from '../correlation-ids.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { AccountPenalty } from '../job-effect.ts';
import type { JobEvent, ProvenRefusal } from '../job-event.ts';
import type { Job } from '../job.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** Accounts one job may be tried on one after another at once [jobs.refused-tries]. */
const accountsTriedAtOnce = 2;

/** What the classified evidence says about the account; null when it says nothing. */
function penaltyFor({
  error,
  retryAt,
  lesson,
}: Pick<ProvenRefusal, 'error' | 'retryAt' | 'lesson'>): AccountPenalty | null {
  if (error.scope === 'model' && (lesson !== undefined || !passesWithTime(error))) return null;
  switch (error.kind) {
    case 'concurrency':
      // Of a job of a former release it is not known which model has as many as it may.
      return lesson === undefined ? { kind: 'cooling', until: retryAt } : null;
    case 'rate_limited':
      return { kind: 'cooling', until: retryAt };
    case 'credits':
      return { kind: 'exhausted' };
    case 'login':
      return { kind: 'login-lost' };
    case 'policy':
    case 'invalid':
    case 'forbidden':
    case 'unavailable':
    case 'internal':
    case 'protocol':
      return null;
  }
}

function passesWithTime(error: UpstreamError): boolean {
  return (
    error.kind === 'rate_limited' || error.kind === 'concurrency' || error.kind === 'unavailable'
  );
}

/** Whether the whole place is unavailable: one unavailable model says nothing about the others. */
function isOut({ kind, scope }: UpstreamError): boolean {
  return kind === 'unavailable' && scope !== 'model';
}

/** Where a refused job goes: back to the queue, with what the next choice must know, or nowhere. */
function nextTry(
  job: Job,
  { error, elsewhere, passOver, retryAt, lesson, byOtherRoute }: ProvenRefusal,
): Pick<Job, 'dueAt' | 'refusedBy'> | null {
  if (error.scope === 'request' || job.refusals + 1 >= maximumTries) return null;
  if (byOtherRoute === true) return { dueAt: null, refusedBy: job.refusedBy };
  const canWait = passesWithTime(error) && error.scope !== 'provider' && job.refusals === 0;
  if (passOver !== undefined && !canWait) return { dueAt: null, refusedBy: passOver };
  if (passesWithTime(error)) {
    // What was learnt, or its cooling, keeps the account out of the next choice and lets it in again. Else the job waits itself.
    const isKeptOut = lesson !== undefined || (error.kind !== 'unavailable' && job.refusals === 0);
    return { dueAt: isKeptOut ? null : retryAt, refusedBy: job.refusedBy };
  }
  const refusedBy = job.accountId === null ? job.refusedBy : [...job.refusedBy, job.accountId];
  return elsewhere && refusedBy.length < accountsTriedAtOnce ? { dueAt: null, refusedBy } : null;
}

/**
 * `dispatching` → `queued` or `failed`: proof that nothing was submitted. Tried at another place that can make it at once, at the same
 * place on one other account at once, for refusals that pass with time again later, three tries in all; only the first refusing
 * account is penalised.
 */
export function refused(job: Job, event: ProvenRefusal, now: number): Step {
  const { error, lesson } = event;
  const step = new StepBuilder(job, now).releaseSlot().credit('refund');
  // A fault of ours kept the submission from being sent: its place said nothing.
  if (error.kind !== 'internal') step.provider(isOut(error) ? 'unavailable' : 'answered');
  step
    .set({ refusals: job.refusals + 1 })
    .trail('account-refused', { account: job.accountId, reason: error.kind, detail: error.detail });
  if (error.scope !== 'request') {
    step.accountErred();
    const penalty = job.refusals === 0 ? penaltyFor(event) : null;
    if (penalty !== null) step.penalise(penalty);
    if (lesson !== undefined) step.learn(lesson);
  }
  const next = nextTry(job, event);
  if (next === null)
    return step
      .quota('refund')
      .fail(describeFailure(failureCodeOf(error)))
      .build();
  const { refusedBy, dueAt } = next;
  return step
    .set({
      state: 'queued',
      accountId: null,
      submission: null,
      correlationId: null,
      refusedBy,
      deadlineAt: null,
      dueAt: dueAt ?? now,
    })
    .build();
}

/** `queued` or `awaiting_configuration` → as `refused`, by an account that has neither slot nor credits of it. */
export function notStaged(job: Job, event: Event<'not-staged'>, now: number): Step {
  const { accountId } = event;
  const { job: next, effects } = refused({ ...job, accountId }, event, now);
  return { job: Object.freeze({ ...next, accountId: null }), effects };
}
