import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/backoff.ts';
import type { ReconcileOutcome } from '../../ports/work-search.ts';
import { type EarlierSubmission, searchEverywhere } from './adopt-earlier-submission.ts';
import { goByResponse } from './adopt-response.ts';
import { askForSubmission } from './ask-for-submission.ts';
import { keepFound } from './keep-receipt.ts';
import { leaveToPerson, leftLookMs, nextLook, slotExpiry } from './leave-to-person.ts';
import { saveEvent } from './save-event.ts';
import { sendWindowOf, windowWithoutRecord } from './search-upstream.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';
import { watchAgain } from './watch-again.ts';
import { stayDoubtful, weighWord } from './weigh-word.ts';
import type { StepResult, Work } from './work.ts';

/** Looks of a search that shows nothing count when they are so many times further apart than work takes to be shown. */
const absencePace = 3;

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
    .with({ kind: 'ambiguous' }, (several) => {
      const { findsBy } = capabilities;
      return leaveAmbiguous(work, several, findsBy === 'own-id' ? 'doubled' : 'several');
    })
    .with({ kind: 'forgotten' }, () => leaveToPerson(work, { because: 'forgotten' }))
    .with({ kind: 'cannot-ask' }, () => leaveToPerson(work, { because: 'not-searchable' }))
    .with({ kind: 'transient' }, ({ detail }) =>
      searchAgain(work, detail, firstMs ?? options.unknownSlotMs),
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
      return leaveAmbiguous(work, outcome, 'doubled');
    case 'ask-again':
      return searchAgain(work, 'not every place could be searched', outcome.afterMs);
    case 'nothing':
      return leaveToPerson(work, { because: 'name-lost' });
  }
}

/** Several pieces of work fit, so a person has to say which; or the others go away and leave one. */
function leaveAmbiguous(
  work: Work,
  { candidates, among = [] }: Extract<ReconcileOutcome, { readonly kind: 'ambiguous' }>,
  because: 'several' | 'doubled',
): Promise<StepResult> {
  work.onCandidates?.(among);
  return leaveToPerson(work, { because, candidates });
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
      return searchAgain(work, 'not every try could be searched for', outcome.afterMs);
    case 'ambiguous':
      return leaveAmbiguous(work, outcome, 'doubled');
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
  if (verdict.kind === 'believed')
    return saveEvent(work, { kind: 'absence-proven', doubt: verdict.doubt });
  const detail = 'the search shows nothing of its name';
  return stayDoubtful(work, verdict, { detail, dueAt: work.ports.clock.now() + paceMs });
}

function searchAgain(work: Work, detail: string, firstMs: number): Promise<StepResult> {
  return saveEvent(work, { kind: 'read-failed', detail, dueAt: nextLook(work, firstMs) });
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
