import type { AccountLoad } from '../../account/account.ts';
import { servesFamily } from '../../account/account-readiness.ts';
import { correlationIdsFrom } from '../../job/correlation-ids.ts';
import type { Job } from '../../job/job.ts';
import type { ReconcileOutcome } from '../../ports/upstream-client.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { boundedCall } from './bounded-call.ts';
import { keepReceipt } from './keep-receipt.ts';
import { commitEvent, lookAgain } from './save-event.ts';
import { upstreamOf } from './upstream-of.ts';
import type { StepResult, Work } from './work.ts';

/** For how long a search that fails is repeated before the job is sent after all, in ms, from the start or from its preparation. */
const searchForMs = 10 * 60_000;
/** How soon a search that failed is repeated at least, in ms. */
const searchEveryMs = 1_000;

/** A submission of the job that an upstream has, though the store knows of none. */
export interface EarlierSubmission {
  readonly accountId: string;
  readonly correlationId: string;
  /** Where the handle names one piece of work. */
  readonly place: string;
  readonly handle: UpstreamHandle;
}

type SearchOutcome =
  | { readonly kind: 'found'; readonly found: EarlierSubmission }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'ask-again'; readonly afterMs: number };

type Marked = (work: Work) => Promise<(Work & { readonly job: Job }) | undefined>;

/**
 * Searches for a prepared job that was accepted before this process began, before it is sent for the first time: in a store that was
 * put back without anybody noticing it may have been sent already, by this or a later try, to this or another account. What is found
 * is taken for its receipt. Undefined when it may be sent: nothing was found, or nobody can be asked.
 */
export async function adoptEarlierSubmission(
  work: Work,
  mark: Marked,
): Promise<StepResult | undefined> {
  if (!wasAcceptedBefore(work)) return undefined;
  const outcome = await searchEverywhere(work);
  const now = work.ports.clock.now();
  switch (outcome.kind) {
    case 'nothing':
      return undefined;
    case 'found':
      return adopt(work, outcome.found, mark);
    case 'ask-again': {
      const { startedAt = 0, job } = work;
      const giveUpAt = Math.max(startedAt, job.updatedAt) + searchForMs;
      return now < giveUpAt ? lookAgain(work, now + outcome.afterMs) : undefined;
    }
  }
}

/** A job from the future was accepted before the clock was set back. */
function wasAcceptedBefore({ job, ports, startedAt }: Work): boolean {
  if (startedAt === undefined) return false;
  return job.createdAt < startedAt || job.createdAt > ports.clock.now();
}

/** Looks for the present try of a job and those that may have followed it, at every account it may have gone to. */
export async function searchEverywhere(work: Work): Promise<SearchOutcome> {
  const loads = await work.ports.storage.accounts.loads();
  const outcomes = await Promise.all(
    loads.filter((load) => mayHaveTaken(load, work.job)).map((load) => searchAt(work, load)),
  );
  const found = outcomes.find(({ kind }) => kind === 'found');
  const again = outcomes.find(({ kind }) => kind === 'ask-again');
  return found ?? again ?? { kind: 'nothing' };
}

function mayHaveTaken(load: AccountLoad, { request, accountId }: Job): boolean {
  const { id } = load.account;
  if (id === accountId) return true;
  return request.pinnedAccountId === undefined && servesFamily(load, request.family);
}

async function searchAt(work: Work, { account }: AccountLoad): Promise<SearchOutcome> {
  const upstream = await upstreamOf(work, account.id);
  const reconcile = upstream?.client.reconcile?.bind(upstream.client);
  const findableAfterMs = upstream?.client.describe().reconcileAfterMs ?? null;
  if (upstream === undefined || reconcile === undefined || findableAfterMs === null)
    return { kind: 'nothing' };
  const { ports, options, signal, startedAt: submittedAt = 0 } = work;
  const bounds = { clock: ports.clock, signal, timeoutMs: options.readTimeoutMs };
  for (const correlationId of correlationIdsFrom(work.job)) {
    const ask = (until: AbortSignal): Promise<ReconcileOutcome> =>
      reconcile({ account: upstream.account, correlationId, submittedAt, signal: until });
    const outcome = await boundedCall(bounds, ask).catch((error: unknown) => {
      ports.log.error('reconcile-threw', error, { job: work.job.id });
      return { kind: 'transient' } as const;
    });
    if (outcome.kind === 'found') {
      const { handle } = outcome;
      const { place } = upstream;
      return { kind: 'found', found: { accountId: account.id, correlationId, place, handle } };
    }
    if (outcome.kind === 'transient')
      return { kind: 'ask-again', afterMs: Math.max(findableAfterMs, searchEveryMs) };
  }
  return { kind: 'nothing' };
}

/** The mark and the receipt as if it had just been sent, on the account and under the name it was found with. */
async function adopt(work: Work, found: EarlierSubmission, mark: Marked): Promise<StepResult> {
  const { ports, options } = work;
  const { accountId, handle } = found;
  ports.log.warn('earlier-submission-found', { job: work.job.id, account: accountId });
  const placed = await placeAt(work, found);
  if (placed.kind !== 'placed') return placed;
  const marked = await mark(placed.work);
  if (marked === undefined) return { kind: 'stale' };
  return keepReceipt(marked, found.place, (now) => ({
    kind: 'accepted',
    handle,
    deadlineAt: now + options.jobDeadlineMs,
    pollAt: now,
  }));
}

type Placed = { readonly kind: 'placed'; readonly work: Work } | StepResult;

/** Prepares the job anew where it was found, when that is not where it is prepared. */
async function placeAt(
  work: Work,
  { accountId, correlationId }: EarlierSubmission,
): Promise<Placed> {
  const { job } = work;
  if (job.accountId === accountId && job.correlationId === correlationId)
    return { kind: 'placed', work };
  const upstream = await upstreamOf(work, accountId);
  if (upstream === undefined) return lookAgain(work, work.ports.clock.now() + searchEveryMs);
  const reason = 'it was found where it had been sent before';
  const withdrawn = await commitEvent(work, { kind: 'account-withdrawn', reason }, 'keep');
  if (withdrawn.kind !== 'committed') return { kind: 'stale' };
  const freed = { ...work, job: withdrawn.job };
  const submission = upstream.client.prepare({ request: job.request, correlationId });
  const placed = await commitEvent(
    freed,
    { kind: 'account-chosen', accountId, submission, correlationId, refusals: [] },
    'keep',
  );
  if (placed.kind === 'committed') return { kind: 'placed', work: { ...work, job: placed.job } };
  // No room there now: it waits, and is searched for again before anything is sent.
  return placed.kind === 'stale'
    ? { kind: 'stale' }
    : lookAgain(freed, work.ports.clock.now() + searchEveryMs);
}
