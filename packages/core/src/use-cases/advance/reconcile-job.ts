import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/look-again.ts';
import type { ReconcileOutcome } from '../../ports/upstream-client.ts';
import { boundedCall } from './bounded-call.ts';
import { type EarlierSubmission, searchEverywhere } from './adopt-earlier-submission.ts';
import { goByAnswer } from './adopt-answer.ts';
import { keepFound } from './keep-receipt.ts';
import { askUpstream } from './poll-job.ts';
import { saveEvent } from './save-event.ts';
import { recordedAnswer } from './upstream-answer.ts';
import { describeUpstreamOf, upstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/**
 * When a job that cannot be asked about still wants attention: to free its slot, once. Where that is further away than it can be,
 * the clock was set back meanwhile: then it is now, as the job is looked at when its time has passed.
 */
function slotExpiry({ job, options, ports }: Work): number | null {
  const { unknownSlotMs } = options;
  if (!job.holdsSlot || job.unknownSince === null) return null;
  const now = ports.clock.now();
  const expiry = job.unknownSince + unknownSlotMs;
  return expiry - now > 2 * unknownSlotMs ? now : expiry;
}

/** Looks for the truth about an unknown outcome, by reading only. */
export async function reconcileJob(work: Work): Promise<StepResult> {
  const { job, ports } = work;
  const answer = job.handle === null ? await recordedAnswer(work) : undefined;
  if (answer !== undefined) return goByAnswer(work, answer);
  const expiry = slotExpiry(work);
  if (work.claim !== null && expiry !== null && ports.clock.now() >= expiry)
    return giveUpSlot(work);
  return job.handle === null ? search(work) : watchAgain(work);
}

async function giveUpSlot(work: Work): Promise<StepResult> {
  const { minimumPollIntervalMs, reconcileAfterMs } = await describeUpstreamOf(work);
  // Work whose handle is known can be asked about, whether or not its provider can be searched.
  const firstMs = work.job.handle === null ? reconcileAfterMs : minimumPollIntervalMs;
  const now = work.ports.clock.now();
  const lookAgainAt = firstMs === null ? null : nextReconcileAt(work.job, firstMs, now);
  return saveEvent(work, { kind: 'slot-given-up', lookAgainAt });
}

/** The handle is known, so the job can simply be asked about. */
async function watchAgain(work: Work): Promise<StepResult> {
  const outcome = await askUpstream(work);
  const now = work.ports.clock.now();
  const { handle } = work.job;
  const answered =
    outcome.kind === 'pending' || outcome.kind === 'succeeded' || outcome.kind === 'failed';
  if (answered && handle !== null) {
    return saveEvent(work, {
      kind: 'found',
      handle,
      accountId: null,
      deadlineAt: now + work.options.jobDeadlineMs,
      pollAt: now,
    });
  }
  const { minimumPollIntervalMs: firstMs } = await describeUpstreamOf(work);
  return again(work, { detail: 'the upstream gave no answer about the job', firstMs });
}

function again(
  work: Work,
  { detail, firstMs }: { readonly detail: string; readonly firstMs: number },
) {
  const next = nextReconcileAt(work.job, firstMs, work.ports.clock.now());
  const expiry = slotExpiry(work);
  const lookAgainAt = expiry === null ? next : Math.min(next, expiry);
  return saveEvent(work, { kind: 'read-failed', detail, lookAgainAt });
}

async function search(work: Work): Promise<StepResult> {
  const { job, options } = work;
  const { reconcileAfterMs: firstMs } = await describeUpstreamOf(work);
  const outcome = await askForSubmission(work);
  return match(outcome)
    .with({ kind: 'found' }, ({ handle, place }) =>
      keepFound(work, place, (now) => ({
        kind: 'found',
        handle,
        accountId: null,
        deadlineAt: now + options.jobDeadlineMs,
        pollAt: now,
      })),
    )
    .with({ kind: 'absent' }, () => proveAbsence(work))
    .with({ kind: 'cannot-ask' }, async () => {
      const lookAgainAt = slotExpiry(work);
      if (work.claim === null && lookAgainAt === job.dueAt)
        return { kind: 'unchanged' as const, job };
      return saveEvent(work, { kind: 'cannot-be-asked', lookAgainAt });
    })
    .with({ kind: 'transient' }, ({ detail }) =>
      again(work, { detail, firstMs: firstMs ?? options.unknownSlotMs }),
    )
    .exhaustive();
}

/**
 * A store that went back may have forgotten that this try was refused and another one accepted: absence is proven when no later
 * one is to be found either.
 */
async function proveAbsence(work: Work): Promise<StepResult> {
  const outcome = await searchEverywhere(work);
  switch (outcome.kind) {
    case 'nothing':
      return saveEvent(work, { kind: 'absence-proven' });
    case 'ask-again':
      return again(work, {
        detail: 'not every try could be searched for',
        firstMs: outcome.afterMs,
      });
    case 'found':
      return keepElsewhere(work, outcome.found);
  }
}

function keepElsewhere(
  work: Work,
  { accountId, place, handle }: EarlierSubmission,
): Promise<StepResult> {
  return keepFound(work, place, (now) => ({
    kind: 'found',
    handle,
    accountId: accountId === work.job.accountId ? null : accountId,
    deadlineAt: now + work.options.jobDeadlineMs,
    pollAt: now,
  }));
}

type Found = Extract<ReconcileOutcome, { readonly kind: 'found' }>;

/** What the search gave, a handle with the place in which it names the work. */
type Searched = Exclude<ReconcileOutcome, Found> | (Found & { readonly place: string });

async function askForSubmission(work: Work): Promise<Searched> {
  const { job, ports, options } = work;
  const upstream = await upstreamOf(work, job.accountId);
  const reconcile = upstream?.client.reconcile?.bind(upstream.client);
  const { correlationId } = job;
  if (upstream === undefined || reconcile === undefined || correlationId === null)
    return { kind: 'cannot-ask' };
  const submittedAt = job.unknownSince ?? job.updatedAt;
  try {
    const outcome = await boundedCall(
      { clock: ports.clock, signal: work.signal, timeoutMs: options.readTimeoutMs },
      (signal) => reconcile({ account: upstream.account, correlationId, submittedAt, signal }),
    );
    if (outcome.kind !== 'cannot-ask') work.onAsked?.();
    return outcome.kind === 'found' ? { ...outcome, place: upstream.place } : outcome;
  } catch (error) {
    work.onAsked?.();
    ports.log.error('reconcile-threw', error, { job: job.id });
    return { kind: 'transient', detail: 'the search failed' };
  }
}
