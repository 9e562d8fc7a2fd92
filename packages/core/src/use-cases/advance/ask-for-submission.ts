import type { ReconcileOutcome } from '../../ports/work-search.ts';
import { searchUpstream, sendWindowOf } from './search-upstream.ts';
import { upstreamOf } from './upstream-of.ts';
import type { Work } from './work.ts';

type Found = Extract<ReconcileOutcome, { readonly kind: 'found' }>;

/** What a search for a job's present submission gave, a handle with the place in which it names the work. */
type Searched = Exclude<ReconcileOutcome, Found> | (Found & { readonly place: string });

/** Searches the place a job was sent to for its present submission. */
export async function askForSubmission(work: Work): Promise<Searched> {
  const { correlationId, submission, accountId } = work.job;
  const upstream = await upstreamOf(work, accountId);
  if (upstream === undefined || correlationId === null || submission === null)
    return { kind: 'cannot-ask' };
  const sentBetween = await sendWindowOf(work);
  const outcome = await searchUpstream(work, upstream, { submission, correlationId, sentBetween });
  return outcome.kind === 'found' ? { ...outcome, place: upstream.place } : outcome;
}
