import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/backoff.ts';
import { isToldAlready, type LeftToPerson } from '../../job/left-to-person.ts';
import { unknownSlotEnd } from '../../job/unknown-slot-end.ts';
import { canonicalJson } from '../../json/json-value.ts';
import type { ReconcileOutcome } from '../../ports/work-search.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { type EarlierSubmission, searchEverywhere } from './adopt-earlier-submission.ts';
import { goByResponse } from './adopt-response.ts';
import { keepFound } from './keep-receipt.ts';
import { askUpstream } from './poll-job.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { searchUpstream, sendWindowOf, windowWithoutRecord } from './search-upstream.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/** How soon a submission that is left to a person is searched for again, in ms: what is shown may change. */
const lookAgainMs = 3_600_000;

/**
 * When a job that cannot be asked about needs attention once more, to free its slot. If that is further away than
 * possible, the clock was set back meanwhile; then it is now.
 */
function slotExpiry({ job, options, ports }: Work): number | null {
  const { unknownSlotMs } = options;
  const expiry = unknownSlotEnd(job, unknownSlotMs);
  if (expiry === null) return null;
  const now = ports.clock.now();
  return expiry - now > 2 * unknownSlotMs ? now : expiry;
}

/** Looks for the truth about an unknown outcome, by reading only. */
export async function reconcileJob(work: Work): Promise<StepResult> {
  const { job, ports } = work;
  const response = job.handle === null ? await recordedResponse(work) : undefined;
  if (response !== undefined) return goByResponse(work, response);
  const expiry = slotExpiry(work);
  if (work.claim !== null && expiry !== null && ports.clock.now() >= expiry)
    return giveUpSlot(work);
  return job.handle === null ? search(work) : watchAgain(work);
}

async function giveUpSlot(work: Work): Promise<StepResult> {
  const { minimumPollIntervalMs, reconcileAfterMs } = await capabilitiesOf(work);
  // Work whose handle is known can be asked about, whether or not its provider can be searched.
  const firstMs = work.job.handle === null ? reconcileAfterMs : minimumPollIntervalMs;
  const now = work.ports.clock.now();
  const dueAt = firstMs === null ? null : nextReconcileAt(work.job, firstMs, now);
  return saveEvent(work, { kind: 'slot-given-up', dueAt });
}

/** For how long an upstream that denies the work is asked again, in ms: it may be showing an older state for a moment. */
const deniedForMs = 3_600_000;
/** Looks that found nothing before a denial ends it, however much time a clock says has passed. */
const leastDenials = 6;

/** The handle is known, so the job can simply be asked about. */
async function watchAgain(work: Work): Promise<StepResult> {
  const capabilities = await capabilitiesOf(work);
  const outcome = await askUpstream(work);
  const answered =
    outcome.kind === 'pending' || outcome.kind === 'succeeded' || outcome.kind === 'failed';
  const isDenied = outcome.kind === 'lost';
  const other = isDenied ? await otherHandle(work) : null;
  const handle = answered ? work.job.handle : other;
  const now = work.ports.clock.now();
  if (handle !== null) {
    return saveEvent(work, {
      kind: 'found',
      handle,
      accountId: null,
      deadlineAt: deadlineFrom(now, capabilities, work),
      pollAt: now,
    });
  }
  const { unknownSince, readFailures } = work.job;
  const isOver = now - (unknownSince ?? now) >= deniedForMs && readFailures >= leastDenials;
  if (isDenied && isOver) return leaveToPerson(work, { because: 'denied' }, slotExpiry(work));
  const { minimumPollIntervalMs: firstMs } = capabilities;
  return again(work, { detail: 'the upstream gave no answer about the job', firstMs });
}

/**
 * A place that denies its own handle may have told a wrong one, so the work is searched for by the name it was sent under. No
 * other work has that name, so what is found needs no receipt of its own; the recorded one stays what the place said.
 */
async function otherHandle(work: Work): Promise<UpstreamHandle | null> {
  const { job, ports } = work;
  if ((await capabilitiesOf(work)).findsBy !== 'own-id') return null;
  const outcome = await askForSubmission(work);
  if (outcome.kind !== 'found' || job.handle === null) return null;
  const [denied, handle] = [asText(job.handle), asText(outcome.handle)];
  if (handle === denied) return null;
  const { id, accountId: account, correlationId: correlation } = job;
  const facts = { job: id, account, correlation, denied, handle };
  ports.log.warn('found-under-another-handle', facts);
  return outcome.handle;
}

const asText = (handle: UpstreamHandle): string => canonicalJson({ ...handle });

/**
 * Asking teaches nothing more now. A job that nothing can be asked about needs at most one more look, to free its slot. What its trail says
 * already is not said again.
 */
async function leaveToPerson(
  work: Work,
  left: LeftToPerson,
  dueAt: number | null,
): Promise<StepResult> {
  const { job, ports } = work;
  const isTold = isToldAlready(await ports.storage.reader.trail(job.id), left);
  if (isTold && job.readFailures === 0) {
    if (work.claim === null) return { kind: 'unchanged', job };
    if (dueAt !== null) return releaseUntil(work, dueAt);
  }
  return saveEvent(work, { kind: 'cannot-be-asked', ...left, isTold, dueAt });
}

function again(
  work: Work,
  { detail, firstMs }: { readonly detail: string; readonly firstMs: number },
) {
  const next = nextReconcileAt(work.job, firstMs, work.ports.clock.now());
  const expiry = slotExpiry(work);
  const dueAt = expiry === null ? next : Math.min(next, expiry);
  return saveEvent(work, { kind: 'read-failed', detail, dueAt });
}

type Found = Extract<ReconcileOutcome, { readonly kind: 'found' }>;

/** What the search gave, a handle with the place in which it names the work. */
type Searched = Exclude<ReconcileOutcome, Found> | (Found & { readonly place: string });

async function search(work: Work): Promise<StepResult> {
  const { options, job } = work;
  if (job.correlationId === null) return searchByEveryName(work);
  const capabilities = await capabilitiesOf(work);
  const { reconcileAfterMs: firstMs } = capabilities;
  const outcome = await askForSubmission(work);
  return match(outcome)
    .with({ kind: 'found' }, ({ handle, place }) =>
      keepFound(work, { place }, (now) => ({
        kind: 'found',
        handle,
        accountId: null,
        deadlineAt: deadlineFrom(now, capabilities, work),
        pollAt: now,
      })),
    )
    .with({ kind: 'absent' }, () => proveAbsence(work))
    .with({ kind: 'ambiguous' }, (several) => leaveAmbiguous(work, several))
    .with({ kind: 'forgotten' }, () => leaveAndLookAgain(work, { because: 'forgotten' }))
    .with({ kind: 'cannot-ask' }, () =>
      leaveToPerson(work, { because: 'not-searchable' }, slotExpiry(work)),
    )
    .with({ kind: 'transient' }, ({ detail }) =>
      again(work, { detail, firstMs: firstMs ?? options.unknownSlotMs }),
    )
    .exhaustive();
}

/**
 * The store lost under what name the job was sent, and to what account. Its names are made of the job and the try, so it is searched for as
 * before a first send. That nothing shows proves nothing here: what was lost may name an account that is not known any more.
 */
async function searchByEveryName(work: Work): Promise<StepResult> {
  const { job, ports } = work;
  const sentUntil = windowWithoutRecord(job).to;
  const outcome = await searchEverywhere(
    work,
    (findableAfterMs) => ports.clock.now() >= sentUntil + findableAfterMs,
  );
  switch (outcome.kind) {
    case 'found':
      return keepElsewhere(work, outcome.found);
    case 'ambiguous':
      return leaveAmbiguous(work, outcome);
    case 'ask-again':
      return again(work, { detail: 'not every place could be searched', firstMs: outcome.afterMs });
    case 'nothing': {
      const left = { because: 'name-lost' } as const;
      if (outcome.wasAsked) return leaveAndLookAgain(work, left);
      return leaveToPerson(work, left, slotExpiry(work));
    }
  }
}

/** Several pieces of work fit, so a person has to say which; or the others go away and leave one. */
function leaveAmbiguous(
  work: Work,
  { candidates, among = [] }: Extract<ReconcileOutcome, { readonly kind: 'ambiguous' }>,
): Promise<StepResult> {
  work.onCandidates?.(among);
  return leaveAndLookAgain(work, { because: 'several', candidates });
}

/** A person has to say. The runner looks again all the same. */
function leaveAndLookAgain(work: Work, left: LeftToPerson): Promise<StepResult> {
  const dueAt = slotExpiry(work) ?? work.ports.clock.now() + lookAgainMs;
  return leaveToPerson(work, left, dueAt);
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
    case 'ambiguous':
      return leaveAmbiguous(work, outcome);
    case 'found':
      return keepElsewhere(work, outcome.found);
  }
}

async function keepElsewhere(work: Work, found: EarlierSubmission): Promise<StepResult> {
  const { accountId, correlationId, refusals, place, handle } = found;
  const { job } = work;
  const upstream = await upstreamOf(work, accountId);
  const capabilities = upstream?.client.capabilities() ?? (await capabilitiesOf(work));
  const isNameLost = job.correlationId === null;
  const at = { place, ...(isNameLost && { sent: { accountId, correlationId, refusals } }) };
  return keepFound(work, at, (now) => ({
    kind: 'found',
    handle,
    accountId: accountId === job.accountId ? null : accountId,
    deadlineAt: deadlineFrom(now, capabilities, work),
    pollAt: now,
  }));
}

async function askForSubmission(work: Work): Promise<Searched> {
  const { correlationId, submission, accountId } = work.job;
  const upstream = await upstreamOf(work, accountId);
  if (upstream === undefined || correlationId === null || submission === null)
    return { kind: 'cannot-ask' };
  const sentBetween = await sendWindowOf(work);
  const outcome = await searchUpstream(work, upstream, { submission, correlationId, sentBetween });
  return outcome.kind === 'found' ? { ...outcome, place: upstream.place } : outcome;
}
