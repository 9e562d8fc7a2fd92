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
import { stayDoubtful, weighWord } from './weigh-word.ts';
import type { StepResult, Work } from './work.ts';

/** One look at a job of unknown outcome whose handle is known, so that it can simply be asked about. */
export async function watchAgain(work: Work): Promise<StepResult> {
  const outcome = await askUpstream(work);
  const { minimumPollIntervalMs: firstMs } = await capabilitiesOf(work);
  switch (outcome.kind) {
    case 'pending':
    case 'failed':
      return goOnWith(work, work.job.handle);
    case 'succeeded':
      return storeAsFound(work, outcome);
    case 'transient': {
      const detail = 'the upstream gave no answer about the job';
      return saveEvent(work, { kind: 'read-failed', detail, dueAt: nextLook(work, firstMs) });
    }
    case 'lost':
      return lookPastDenial(work, firstMs);
  }
}

async function goOnWith(work: Work, handle: UpstreamHandle | null): Promise<StepResult> {
  return saveEvent(work, await foundAs(work, handle));
}

/** That the work is made is not asked for again: what the provider says against it later has to be weighed against that. */
async function storeAsFound(
  work: Work,
  finished: Extract<PollOutcome, { readonly kind: 'succeeded' }>,
): Promise<StepResult> {
  const { audit: _, ...unaudited } = work;
  const found = await commitEvent(work, await foundAs(work, work.job.handle), 'keep');
  if (found.kind !== 'committed') return { kind: 'stale' };
  return saveEvent({ ...unaudited, job: found.job }, finished);
}

async function foundAs(
  work: Work,
  handle: UpstreamHandle | null,
): Promise<Extract<JobEvent, { readonly kind: 'found' }>> {
  if (handle === null) throw new Error(`Job ${work.job.id} has no handle to be watched by.`);
  const pollAt = work.ports.clock.now();
  const deadlineAt = deadlineFrom(pollAt, await capabilitiesOf(work), work);
  return { kind: 'found', handle, accountId: null, deadlineAt, pollAt };
}

/**
 * A place that denies its own handle may have told a wrong one, so the work is searched for by the name it was sent under. Or it may be
 * showing an older state, or have been given another account's secret, for a while.
 */
async function lookPastDenial(work: Work, firstMs: number): Promise<StepResult> {
  const other = await searchByName(work);
  if (other?.kind === 'found') return goOnWith(work, other.handle);
  const verdict = await weighWord(work, { word: 'denied', known: 'accepted', paceMs: firstMs });
  const left = other?.left ?? { because: 'denied' };
  if (verdict.kind === 'believed') return leaveToPerson(work, left, verdict.doubt);
  const detail = 'the upstream does not know the job';
  return stayDoubtful(work, verdict, { detail, dueAt: nextLook(work, firstMs) });
}

type OtherWork =
  | { readonly kind: 'found'; readonly handle: UpstreamHandle }
  | { readonly kind: 'several'; readonly left: LeftToPerson };

/** No other work has that name, so what is found needs no receipt of its own; the recorded one stays what the place said. */
async function searchByName(work: Work): Promise<OtherWork | undefined> {
  const { job, ports } = work;
  if ((await capabilitiesOf(work)).findsBy !== 'own-id' || job.handle === null) return undefined;
  const outcome = await askForSubmission(work);
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
