import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/backoff.ts';
import type { Doubt } from '../../job/doubt.ts';
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
import { searchUpstream, sendWindowOf } from './search-upstream.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';
import { weighWord } from './weigh-word.ts';
import type { StepResult, Work } from './work.ts';

/** How soon a job is looked at again that is left to a person, in ms: what stands in the way may go away by itself. */
const leftLookMs = 3_600_000;
/** Looks of a search that shows nothing count when they are so many times further apart than work takes to be shown. */
const absencePace = 6;

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
  const dueAt = firstMs === null ? now + leftLookMs : nextReconcileAt(work.job, firstMs, now);
  return saveEvent(work, { kind: 'slot-given-up', dueAt });
}

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
  const { minimumPollIntervalMs: firstMs } = capabilities;
  if (isDenied) return weighDenial(work, firstMs);
  return again(work, { detail: 'the upstream gave no answer about the job', firstMs });
}

/** A place that denies what it accepted may be showing an older state, or have another account's secret, for a while. */
async function weighDenial(work: Work, firstMs: number): Promise<StepResult> {
  const verdict = await weighWord(work, { word: 'denied', known: 'accepted', paceMs: firstMs });
  switch (verdict.kind) {
    case 'believed':
      return leaveToPerson(work, { because: 'denied' }, verdict.doubt);
    case 'doubted': {
      const detail = 'the upstream does not know the job';
      return saveEvent(work, {
        kind: 'doubted',
        doubt: verdict.doubt,
        detail,
        dueAt: nextLook(work, firstMs),
      });
    }
    case 'not-counted':
      return releaseUntil(work, nextLook(work, firstMs));
  }
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
 * Asking teaches nothing more now. It goes on, rarely, because what stands in the way may go away by itself. What its trail says already is
 * not said again.
 */
async function leaveToPerson(
  work: Work,
  left: LeftToPerson,
  doubt: Doubt | null = null,
): Promise<StepResult> {
  const { job, ports } = work;
  const dueAt = slotExpiry(work) ?? ports.clock.now() + leftLookMs;
  const isTold = isToldAlready(await ports.storage.reader.trail(job.id), left);
  if (isTold && job.readFailures === 0) return releaseUntil(work, dueAt);
  return saveEvent(work, { kind: 'cannot-be-asked', ...left, isTold, doubt, dueAt });
}

/** Why the place of a job could not be asked for its submission. */
function whyUnasked({ correlationId, submission }: Work['job']): LeftToPerson {
  const isLost = correlationId === null || submission === null;
  return { because: isLost ? 'name-lost' : 'not-searchable' };
}

function again(
  work: Work,
  { detail, firstMs }: { readonly detail: string; readonly firstMs: number },
) {
  return saveEvent(work, { kind: 'read-failed', detail, dueAt: nextLook(work, firstMs) });
}

/** When to ask again: further apart each time, and when the slot is to be freed. */
function nextLook(work: Work, firstMs: number): number {
  const next = nextReconcileAt(work.job, firstMs, work.ports.clock.now());
  const expiry = slotExpiry(work);
  return expiry === null ? next : Math.min(next, expiry);
}

type Found = Extract<ReconcileOutcome, { readonly kind: 'found' }>;

/** What the search gave, a handle with the place in which it names the work. */
type Searched = Exclude<ReconcileOutcome, Found> | (Found & { readonly place: string });

async function search(work: Work): Promise<StepResult> {
  const { options } = work;
  const capabilities = await capabilitiesOf(work);
  const { reconcileAfterMs: firstMs } = capabilities;
  const outcome = await askForSubmission(work);
  if (outcome.kind === 'ambiguous') work.onCandidates?.(outcome.among ?? []);
  return match(outcome)
    .with({ kind: 'found' }, ({ handle, place }) =>
      keepFound(work, place, (now) => ({
        kind: 'found',
        handle,
        accountId: null,
        deadlineAt: deadlineFrom(now, capabilities, work),
        pollAt: now,
      })),
    )
    .with({ kind: 'absent' }, () => proveAbsence(work))
    .with({ kind: 'ambiguous' }, ({ candidates }) => leaveAmbiguous(work, candidates))
    .with({ kind: 'cannot-ask' }, () => leaveToPerson(work, whyUnasked(work.job)))
    .with({ kind: 'transient' }, ({ detail }) =>
      again(work, { detail, firstMs: firstMs ?? options.unknownSlotMs }),
    )
    .exhaustive();
}

/**
 * Several pieces of work fit, so a person has to say which. The runner looks again, because the others may go away and
 * leave one.
 */
function leaveAmbiguous(work: Work, candidates: number): Promise<StepResult> {
  return leaveToPerson(work, { because: 'several', candidates });
}

/**
 * A store that went back may have forgotten that this try was refused and another one accepted: absence is proven when no later
 * one is to be found either.
 */
async function proveAbsence(work: Work): Promise<StepResult> {
  const outcome = await searchEverywhere(work);
  switch (outcome.kind) {
    case 'nothing':
      return weighAbsence(work);
    case 'ask-again':
      return again(work, {
        detail: 'not every try could be searched for',
        firstMs: outcome.afterMs,
      });
    case 'ambiguous':
      return leaveAmbiguous(work, outcome.candidates);
    case 'found':
      return keepElsewhere(work, outcome.found);
  }
}

/** An empty search proves nothing by itself, and nothing at all when it is made with another secret than the submission. */
async function weighAbsence(work: Work): Promise<StepResult> {
  const upstream = await upstreamOf(work, work.job.accountId);
  const { from: sentFrom } = await sendWindowOf(work);
  if ((upstream?.secretSince ?? 0) > sentFrom)
    return leaveToPerson(work, { because: 'other-secret' });
  const { reconcileAfterMs } = await capabilitiesOf(work);
  const paceMs = absencePace * (reconcileAfterMs ?? 0);
  const verdict = await weighWord(work, { word: 'absent', known: 'sent', paceMs });
  const dueAt = work.ports.clock.now() + paceMs;
  switch (verdict.kind) {
    case 'believed':
      return saveEvent(work, { kind: 'absence-proven', doubt: verdict.doubt });
    case 'doubted': {
      const detail = 'the search shows nothing of its name';
      return saveEvent(work, { kind: 'doubted', doubt: verdict.doubt, detail, dueAt });
    }
    case 'not-counted':
      return releaseUntil(work, dueAt);
  }
}

async function keepElsewhere(
  work: Work,
  { accountId, place, handle }: EarlierSubmission,
): Promise<StepResult> {
  const upstream = await upstreamOf(work, accountId);
  const capabilities = upstream?.client.capabilities() ?? (await capabilitiesOf(work));
  return keepFound(work, place, (now) => ({
    kind: 'found',
    handle,
    accountId: accountId === work.job.accountId ? null : accountId,
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
