import type { JobEvent } from '../../job/job-event.ts';
import type { LeftToPerson } from '../../job/left-to-person.ts';
import { canonicalJson } from '../../json/json-value.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { askForSubmission } from './ask-for-submission.ts';
import { leaveToPerson, nextLook } from './leave-to-person.ts';
import { askUpstream } from './poll-job.ts';
import { commitEvent, saveEvent } from './save-event.ts';
import { capabilitiesOf, deadlineFrom } from './upstream-of.ts';
import { askAgainLater, checkSaidWord } from './check-said-word.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Polls once a job of unknown outcome whose handle is known. */
export async function watchAgain(context: StepContext): Promise<StepResult> {
  const outcome = await askUpstream(context);
  const { minimumPollIntervalMs: firstMs } = await capabilitiesOf(context);
  switch (outcome.kind) {
    case 'pending':
    case 'failed':
      return goOnWith(context, context.job.handle);
    case 'succeeded':
      return storeAsFound(context, outcome);
    case 'transient': {
      const detail = 'the provider did not report the state of the job';
      return saveEvent(context, { kind: 'read-failed', detail, dueAt: nextLook(context, firstMs) });
    }
    case 'lost':
      return lookPastDenial(context, firstMs);
  }
}

async function goOnWith(context: StepContext, handle: UpstreamHandle | null): Promise<StepResult> {
  return saveEvent(context, await foundAs(context, handle));
}

/** Finished work is not queried again: later statements of the provider against it have to be compared with that. */
async function storeAsFound(
  context: StepContext,
  finished: Extract<PollOutcome, { readonly kind: 'succeeded' }>,
): Promise<StepResult> {
  const { audit: _, ...unaudited } = context;
  const found = await commitEvent(context, await foundAs(context, context.job.handle), 'keep');
  if (found.kind !== 'committed') return { kind: 'stale' };
  return saveEvent({ ...unaudited, job: found.job }, finished);
}

async function foundAs(
  context: StepContext,
  handle: UpstreamHandle | null,
): Promise<Extract<JobEvent, { readonly kind: 'found' }>> {
  if (handle === null) throw new Error(`Job ${context.job.id} has no handle.`);
  const pollAt = context.ports.clock.now();
  const deadlineAt = deadlineFrom(pollAt, await capabilitiesOf(context), context);
  return { kind: 'found', handle, accountId: null, deadlineAt, pollAt };
}

/**
 * An endpoint that denies its own handle may have reported a wrong one, so the work is searched for by the name it was
 * sent under. Or it may be showing an older state, or have been given another account's secret, for a while.
 */
async function lookPastDenial(context: StepContext, firstMs: number): Promise<StepResult> {
  const other = await searchByName(context);
  if (other?.kind === 'found') return goOnWith(context, other.handle);
  const verdict = await checkSaidWord(context, {
    word: 'denied',
    known: 'accepted',
    paceMs: firstMs,
  });
  const left = other?.left ?? { because: 'denied' };
  if (verdict.kind === 'believed') return leaveToPerson(context, left, verdict.doubt);
  const detail = 'the provider does not know the job';
  return askAgainLater(context, verdict, { detail, dueAt: nextLook(context, firstMs) });
}

type OtherWork =
  | { readonly kind: 'found'; readonly handle: UpstreamHandle }
  | { readonly kind: 'several'; readonly left: LeftToPerson };

/** No other work has that name, so the found work needs no receipt; the recorded one keeps the endpoint's statement. */
async function searchByName(context: StepContext): Promise<OtherWork | undefined> {
  const { job, ports } = context;
  if ((await capabilitiesOf(context)).findsBy !== 'own-id' || job.handle === null) return undefined;
  const outcome = await askForSubmission(context);
  if (outcome.kind === 'ambiguous')
    return { kind: 'several', left: { because: 'doubled', candidates: outcome.candidates } };
  if (outcome.kind !== 'found') return undefined;
  const [denied, handle] = [asText(job.handle), asText(outcome.handle)];
  if (handle === denied) return undefined;
  const { id, accountId: account, correlationId: correlation } = job;
  const facts = { job: id, account, correlation, denied, handle };
  ports.log.warn('found-under-another-handle', facts);
  return { kind: 'found', handle: outcome.handle };
}

const asText = (handle: UpstreamHandle): string => canonicalJson({ ...handle });
