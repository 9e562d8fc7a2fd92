import type { UpstreamError } from '../../upstream/upstream-refusal.ts';
import { maximumTries } from '../correlation-ids.ts';
import { describeFailure, failureCodeOf } from '../describe-failure.ts';
import type { AccountPenalty } from '../job-effect.ts';
import type { JobEvent, ProvenRefusal } from '../job-event.ts';
import type { Job } from '../job.ts';
import { type Step, StepBuilder } from './step.ts';

type Event<K extends JobEvent['kind']> = Extract<JobEvent, { readonly kind: K }>;

/** Maximum accounts one job is tried on at once, one after another [jobs.refused-tries]. */
const accountsTriedAtOnce = 2;

/** Returns the penalty that the classified evidence justifies; null for none. */
function penaltyFor({
  error,
  retryAt,
  learnedLimit,
}: Pick<ProvenRefusal, 'error' | 'retryAt' | 'learnedLimit'>): AccountPenalty | null {
  if (error.scope === 'model' && (learnedLimit !== undefined || !passesWithTime(error)))
    return null;
  switch (error.kind) {
    case 'concurrency':
      // Without a known route, a job of a former release does not show which model has its maximum of jobs.
      return learnedLimit === undefined ? { kind: 'cooling', until: retryAt } : null;
    case 'rate_limited':
      return { kind: 'cooling', until: retryAt };
    case 'credits':
      return { kind: 'exhausted', detail: error.detail };
    case 'login':
      return { kind: 'login-lost', detail: error.detail };
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

/** Returns true if the whole endpoint is unavailable: one unavailable model says nothing about the others. */
function isOut({ kind, scope }: UpstreamError): boolean {
  return kind === 'unavailable' && scope !== 'model';
}

/** Decides where a refused job continues: in the queue, with what the next choice must know, or nowhere. */
function nextTry(
  job: Job,
  { error, elsewhere, passOver, retryAt, learnedLimit, byOtherRoute }: ProvenRefusal,
): Pick<Job, 'dueAt' | 'refusedBy'> | null {
  if (error.scope === 'request' || job.refusals + 1 >= maximumTries) return null;
  if (byOtherRoute === true) return { dueAt: null, refusedBy: job.refusedBy };
  const canWait = passesWithTime(error) && error.scope !== 'endpoint' && job.refusals === 0;
  if (passOver !== undefined && !canWait) return { dueAt: null, refusedBy: passOver };
  if (passesWithTime(error)) {
    // A learned limit or its cooling keeps the account out of the next choice and lets it in again. Else the job waits
    // itself.
    const isKeptOut =
      learnedLimit !== undefined || (error.kind !== 'unavailable' && job.refusals === 0);
    return { dueAt: isKeptOut ? null : retryAt, refusedBy: job.refusedBy };
  }
  const refusedBy = job.accountId === null ? job.refusedBy : [...job.refusedBy, job.accountId];
  return elsewhere && refusedBy.length < accountsTriedAtOnce ? { dueAt: null, refusedBy } : null;
}

/**
 * `dispatching` → `queued` or `failed`: proof that nothing was submitted. Tried at once at another endpoint that can
 * make it, and on one other account of the same endpoint, later again for refusals that pass with time, three tries in
 * all; only the first refusing account is penalised.
 */
export function refused(job: Job, event: ProvenRefusal, now: number): Step {
  const { error, learnedLimit } = event;
  const step = new StepBuilder(job, now).releaseSlot().credit('refund');
  // A fault of ours kept the submission from being sent: its endpoint said nothing.
  if (error.kind !== 'internal') step.endpoint(isOut(error) ? 'unavailable' : 'answered');
  step
    .set({ refusals: job.refusals + 1 })
    .trail('account-refused', { account: job.accountId, reason: error.kind, detail: error.detail });
  if (error.scope !== 'request') {
    step.accountErred();
    const penalty = job.refusals === 0 ? penaltyFor(event) : null;
    if (penalty !== null) step.penalise(penalty);
    if (learnedLimit !== undefined) step.learn(learnedLimit);
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

/** `queued` or `awaiting_configuration` → like `refused`, by an account of which it has neither slot nor credits. */
export function notStaged(job: Job, event: Event<'not-staged'>, now: number): Step {
  const { accountId } = event;
  const { job: next, effects } = refused({ ...job, accountId }, event, now);
  return { job: Object.freeze({ ...next, accountId: null }), effects };
}
