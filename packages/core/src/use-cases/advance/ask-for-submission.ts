import type { ReconcileOutcome } from '../../ports/work-search.ts';
import { searchUpstream, sendWindowOf } from './search-upstream.ts';
import { upstreamOf } from './upstream-of.ts';
import type { StepContext } from './step-context.ts';

type Found = Extract<ReconcileOutcome, { readonly kind: 'found' }>;

/** Result of searching for a job's present submission; a handle comes with the endpoint at which it names the work. */
type Searched = Exclude<ReconcileOutcome, Found> | (Found & { readonly endpoint: string });

/** Searches the endpoint a job was sent to for its present submission. */
export async function askForSubmission(context: StepContext): Promise<Searched> {
  const { correlationId, submission, accountId } = context.job;
  const upstream = await upstreamOf(context, accountId);
  if (upstream === undefined || correlationId === null || submission === null)
    return { kind: 'cannot-ask' };
  const sentBetween = await sendWindowOf(context);
  const outcome = await searchUpstream(context, upstream, {
    submission,
    correlationId,
    sentBetween,
  });
  return outcome.kind === 'found' ? { ...outcome, endpoint: upstream.endpoint } : outcome;
}
