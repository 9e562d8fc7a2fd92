import { match } from 'ts-pattern';
import { nextReconcileAt } from '../../job/backoff.ts';
import type { ReconcileOutcome } from '../../ports/work-search.ts';
import { type EarlierSubmission, searchEverywhere } from './adopt-earlier-submission.ts';
import { continueByResponse } from './adopt-response.ts';
import { askForSubmission } from './ask-for-submission.ts';
import { keepFound } from './keep-receipt.ts';
import { leaveToPerson, leftLookMs, nextLook, slotExpiry } from './leave-to-person.ts';
import { repeatSubmission } from './repeat-submission.ts';
import { saveEvent } from './save-event.ts';
import { sendWindowOf, windowWithoutRecord } from './search-upstream.ts';
import { recordedResponse } from './upstream-response.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';
import { watchAgain } from './watch-again.ts';
import { askAgainLater, checkSaidWord } from './check-said-word.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Minimum pause between empty searches that count, as a multiple of the time in which work becomes visible. */
const absencePace = 3;

/** Queries an unknown outcome by reading only, or sends it again with a key that its provider remembers. */
export async function reconcileJob(context: StepContext): Promise<StepResult> {
  const { job, ports } = context;
  const response = job.handle === null ? await recordedResponse(context) : undefined;
  if (response !== undefined) return continueByResponse(context, response);
  const repeated = job.handle === null ? await repeatSubmission(context) : undefined;
  if (repeated !== undefined) return repeated;
  const expiry = slotExpiry(context);
  if (context.claim !== null && expiry !== null && ports.clock.now() >= expiry)
    return giveUpSlot(context);
  return job.handle === null ? search(context) : watchAgain(context);
}

async function giveUpSlot(context: StepContext): Promise<StepResult> {
  const { minimumPollIntervalMs, reconcileAfterMs } = await capabilitiesOf(context);
  // Work with a known handle can be polled, even if its provider cannot be searched.
  const firstMs = context.job.handle === null ? reconcileAfterMs : minimumPollIntervalMs;
  const now = context.ports.clock.now();
  const dueAt = firstMs === null ? now + leftLookMs : nextReconcileAt(context.job, firstMs, now);
  return saveEvent(context, { kind: 'slot-given-up', dueAt });
}

async function search(context: StepContext): Promise<StepResult> {
  const { options, job } = context;
  if (job.correlationId === null) return searchByEveryName(context);
  const capabilities = await capabilitiesOf(context);
  const { reconcileAfterMs: firstMs } = capabilities;
  const outcome = await askForSubmission(context);
  return match(outcome)
    .with({ kind: 'found' }, ({ handle, endpoint }) =>
      keepFound(context, { endpoint }, (now) => ({
        kind: 'found',
        handle,
        accountId: null,
        deadlineAt: deadlineFrom(now, capabilities, context),
        pollAt: now,
      })),
    )
    .with({ kind: 'absent' }, () => proveAbsence(context))
    .with({ kind: 'ambiguous' }, (several) => {
      const { findsBy } = capabilities;
      return leaveAmbiguous(context, several, findsBy === 'own-id' ? 'doubled' : 'several');
    })
    .with({ kind: 'forgotten' }, () => leaveToPerson(context, { because: 'forgotten' }))
    .with({ kind: 'cannot-ask' }, () => leaveToPerson(context, { because: 'not-searchable' }))
    .with({ kind: 'transient' }, ({ detail }) =>
      searchAgain(context, detail, firstMs ?? options.unknownSlotMs),
    )
    .exhaustive();
}

/**
 * Searches by every name of job and try, as before a first send, since the store lost name and account. Nothing found
 * proves nothing here: the lost record may name an account that is not known any more.
 */
async function searchByEveryName(context: StepContext): Promise<StepResult> {
  const { job, ports } = context;
  const sentUntil = windowWithoutRecord(job).to;
  const outcome = await searchEverywhere(
    context,
    (findableAfterMs) => ports.clock.now() >= sentUntil + findableAfterMs,
  );
  switch (outcome.kind) {
    case 'found':
      return keepElsewhere(context, outcome.found);
    case 'ambiguous':
      return leaveAmbiguous(context, outcome, 'doubled');
    case 'ask-again':
      return searchAgain(context, 'not every endpoint could be searched', outcome.afterMs);
    case 'nothing':
      return leaveToPerson(context, { because: 'name-lost' });
  }
}

/** Several pieces of work fit, so a person has to choose; or the others go away and leave one. */
function leaveAmbiguous(
  context: StepContext,
  { candidates, among = [] }: Extract<ReconcileOutcome, { readonly kind: 'ambiguous' }>,
  because: 'several' | 'doubled',
): Promise<StepResult> {
  context.onCandidates?.(among);
  return leaveToPerson(context, { because, candidates });
}

/** Believes absence only without a later try: a store that went back may have forgotten a refusal of this one. */
async function proveAbsence(context: StepContext): Promise<StepResult> {
  const outcome = await searchEverywhere(context);
  switch (outcome.kind) {
    case 'nothing':
      return checkAbsence(context);
    case 'ask-again':
      return searchAgain(context, 'not every attempt could be searched for', outcome.afterMs);
    case 'ambiguous':
      return leaveAmbiguous(context, outcome, 'doubled');
    case 'found':
      return keepElsewhere(context, outcome.found);
  }
}

/** An empty search alone proves nothing, and no number of them does with another secret than that of the submission. */
async function checkAbsence(context: StepContext): Promise<StepResult> {
  const upstream = await upstreamOf(context, context.job.accountId);
  const { from: sentFrom } = await sendWindowOf(context);
  if ((upstream?.secretSince ?? 0) > sentFrom)
    return leaveToPerson(context, { because: 'other-secret' });
  const { reconcileAfterMs } = await capabilitiesOf(context);
  const paceMs = absencePace * (reconcileAfterMs ?? 0);
  const verdict = await checkSaidWord(context, { word: 'absent', known: 'sent', paceMs });
  if (verdict.kind === 'believed')
    return saveEvent(context, { kind: 'absence-proven', doubt: verdict.doubt });
  const detail = 'the search found no matching task';
  return askAgainLater(context, verdict, { detail, dueAt: context.ports.clock.now() + paceMs });
}

function searchAgain(context: StepContext, detail: string, firstMs: number): Promise<StepResult> {
  return saveEvent(context, { kind: 'read-failed', detail, dueAt: nextLook(context, firstMs) });
}

async function keepElsewhere(context: StepContext, found: EarlierSubmission): Promise<StepResult> {
  const { accountId, correlationId, refusals, endpoint, handle } = found;
  const { job } = context;
  const upstream = await upstreamOf(context, accountId);
  const capabilities = upstream?.client.capabilities() ?? (await capabilitiesOf(context));
  const isNameLost = job.correlationId === null;
  const at = { endpoint, ...(isNameLost && { sent: { accountId, correlationId, refusals } }) };
  return keepFound(context, at, (now) => ({
    kind: 'found',
    handle,
    accountId: accountId === job.accountId ? null : accountId,
    deadlineAt: deadlineFrom(now, capabilities, context),
    pollAt: now,
  }));
}
