import { costOn } from '../../account/cost-on.ts';
import type { AccountLoad } from '../../account/account.ts';
import { mayServe, type OpenRoute, type RouteBook } from '../../account/route-book.ts';
import { correlationIdsFrom } from '../../job/correlation-ids.ts';
import type { Job } from '../../job/job.ts';
import type { ReconcileOutcome } from '../../ports/work-search.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { callPossiblySent } from './adopt-response.ts';
import { keepReceipt } from './keep-receipt.ts';
import { tellDouble } from './leave-to-person.ts';
import { bookOf, type StepResult, type Work } from './work.ts';
import { submissionAsSent } from './prepare-submission.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { searchUpstream, type SendWindow, windowWithoutRecord } from './search-upstream.ts';
import { type Dispatch, saveDispatch } from './submit-job.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';

/** For how long a search that fails is repeated before the job is sent after all, in ms, from the start or from its last change. */
const searchForMs = 10 * 60_000;
/** How soon a search that failed is repeated at least, in ms. */
const searchEveryMs = 1_000;

/** A submission of the job that an upstream has, though the store knows of none. */
export interface EarlierSubmission {
  readonly accountId: string;
  readonly correlationId: string;
  /** Submissions refused before it. */
  readonly refusals: number;
  /** Where the handle names one piece of work. */
  readonly place: string;
  readonly handle: UpstreamHandle;
}

type SearchOutcome =
  | { readonly kind: 'found'; readonly found: EarlierSubmission }
  /** `wasAsked`: whether any place could be. */
  | { readonly kind: 'nothing'; readonly wasAsked: boolean }
  /** Several pieces of work carry its name. */
  | Extract<ReconcileOutcome, { readonly kind: 'ambiguous' }>
  | { readonly kind: 'ask-again'; readonly afterMs: number };

/**
 * Before a job that was accepted before this process began is sent for the first time, searches for it: if the store
 * was put back unnoticed, the job may have been sent already, by this or a later attempt, to this or another account.
 * What is found becomes its receipt. Undefined when it may be sent: nothing was found, or the upstream cannot be asked.
 */
export async function adoptEarlierSubmission(work: Work): Promise<StepResult | undefined> {
  if (!wasAcceptedBefore(work)) return undefined;
  const outcome = await searchEverywhere(work, isSettled(work));
  const now = work.ports.clock.now();
  switch (outcome.kind) {
    case 'nothing':
      return undefined;
    case 'found':
      return adopt(work, outcome.found);
    case 'ambiguous': {
      tellDouble(work, outcome.candidates);
      const detail = `${outcome.candidates} pieces of work at the upstream carry its name`;
      return saveEvent(work, { kind: 'possibly-sent', detail });
    }
    case 'ask-again': {
      const { startedAt = 0, job } = work;
      const giveUpAt = Math.max(startedAt, job.updatedAt) + searchForMs;
      return now < giveUpAt ? releaseUntil(work, now + outcome.afterMs) : undefined;
    }
  }
}

/**
 * Every response of before this process began has had its time. A place that never claims absence would else hold each job for as
 * long as one that fails.
 */
function isSettled({ ports, startedAt = 0 }: Work): BelievesEmpty {
  return (findableAfterMs) => ports.clock.now() >= startedAt + findableAfterMs;
}

/** A job from the future was accepted before the clock was set back. */
function wasAcceptedBefore({ job, ports, startedAt }: Work): boolean {
  if (startedAt === undefined) return false;
  return job.createdAt < startedAt || job.createdAt > ports.clock.now();
}

/** Whether a place that answers and shows nothing says enough, although it proves no absence; given is from when on it first shows work. */
type BelievesEmpty = (findableAfterMs: number) => boolean;

/** Looks for the present try of a job and those that may have followed it, at every account it may have gone to. */
export async function searchEverywhere(
  work: Work,
  believesEmpty: BelievesEmpty = () => false,
): Promise<SearchOutcome> {
  const loads = await work.ports.storage.accounts.loads();
  const book = bookOf(work);
  const outcomes = await Promise.all(
    loads
      .filter((load) => mayHaveTaken(load, { job: work.job, book }))
      .map((load) => searchAt(work, load, believesEmpty)),
  );
  const found = outcomes.find(({ kind }) => kind === 'found');
  const ambiguous = outcomes.find(({ kind }) => kind === 'ambiguous');
  const again = outcomes.find(({ kind }) => kind === 'ask-again');
  const wasAsked = outcomes.some((outcome) => outcome.kind === 'nothing' && outcome.wasAsked);
  return found ?? ambiguous ?? again ?? { kind: 'nothing', wasAsked };
}

/** A place that makes no video of the family is not waited for. When the family is offered no more, any place may have made it. */
function mayHaveTaken(
  { account }: AccountLoad,
  { job, book }: { readonly job: Job; readonly book: RouteBook },
): boolean {
  const { request, accountId } = job;
  const { family, pinnedAccountId } = request;
  if (account.id === accountId) return true;
  if (pinnedAccountId !== undefined) return false;
  return book.families.includes(family) ? book.serves(account, family) : mayServe(account, family);
}

/**
 * Only a name that the upstream has on record tells a submission of this job from all others: a list of what its account made
 * holds much that looks like a job which was never sent.
 */
async function searchAt(
  work: Work,
  { account }: AccountLoad,
  believesEmpty: BelievesEmpty,
): Promise<SearchOutcome> {
  const upstream = await upstreamOf(work, account.id);
  if (upstream === undefined) return unasked;
  const { reconcileAfterMs, findsBy } = upstream.client.capabilities();
  if (reconcileAfterMs === null || findsBy !== 'own-id') return unasked;
  const { place } = upstream;
  const { route } = routeAt(work, account);
  const sentBetween = windowOf(work);
  const again = { kind: 'ask-again', afterMs: Math.max(reconcileAfterMs, searchEveryMs) } as const;
  let isEmptyYet = false;
  for (const [index, correlationId] of correlationIdsFrom(work.job).entries()) {
    const submission = submissionAsSent(work, { upstream, route, correlationId });
    if (submission === undefined) return unasked;
    const searched = { submission, correlationId, sentBetween };
    const outcome = await searchUpstream(work, upstream, searched);
    switch (outcome.kind) {
      case 'found': {
        const { handle } = outcome;
        const found = { accountId: account.id, correlationId, place, handle };
        return { kind: 'found', found: { ...found, refusals: work.job.refusals + index } };
      }
      case 'transient':
        if (outcome.isEmpty !== true) return again;
        isEmptyYet ||= !believesEmpty(reconcileAfterMs);
        break;
      case 'ambiguous':
        return outcome;
      case 'cannot-ask':
        return unasked;
      case 'absent':
      case 'forgotten':
        break;
    }
  }
  return isEmptyYet ? again : { kind: 'nothing', wasAsked: true };
}

const unasked = { kind: 'nothing', wasAsked: false } as const;

/** The route the account would use now; the job may have been sent by a route that is no longer on offer. */
function routeAt(work: Work, account: AccountLoad['account']): OpenRoute {
  const { request } = work.job;
  const eligibility = bookOf(work).routesOf(account, request);
  if (eligibility.kind === 'eligible') return eligibility.routes[0];
  return { route: { provider: account.provider, model: request.family, rank: 1 }, size: null };
}

/**
 * It was sent after it was accepted. Before this process began, if it is not known to have been sent; before its outcome was called unknown
 * otherwise, which on a store that lives longer than the process may be later.
 */
function windowOf({ job, startedAt }: Work): SendWindow {
  if (job.state === 'outcome_unknown') return windowWithoutRecord(job);
  const to = startedAt ?? job.createdAt;
  return { from: Math.min(job.createdAt, to), to };
}

/** The dispatch record and the receipt as if it had just been sent, on the account and under the name it was found with. */
async function adopt(work: Work, found: EarlierSubmission): Promise<StepResult> {
  const { log, clock } = work.ports;
  const { accountId, handle, place } = found;
  log.warn('earlier-submission-found', { job: work.job.id, account: accountId });
  const dispatch = await dispatchAsFound(work, found);
  const outcome = dispatch === undefined ? undefined : await saveDispatch(work, dispatch);
  // No room there now: it waits, and is searched for again before anything is sent.
  if (outcome === undefined || outcome.kind === 'no-room')
    return releaseUntil(work, clock.now() + searchEveryMs);
  if (outcome.kind === 'stale') return outcome;
  if (outcome.kind === 'already-recorded') {
    await keepFact(work, found);
    return callPossiblySent(work);
  }
  const capabilities = await capabilitiesOf(outcome.work);
  return keepReceipt(outcome.work, place, (now) => ({
    kind: 'accepted',
    handle,
    deadlineAt: deadlineFrom(now, capabilities, work),
    pollAt: now,
  }));
}

/** The receipt alone, under the dispatch record that is there. One that holds another response stays as it is. */
async function keepFact(work: Work, found: EarlierSubmission): Promise<void> {
  const { storage, clock, log } = work.ports;
  const { place, accountId, correlationId } = found;
  const facts = { accountId, place, handle: JSON.stringify(found.handle) };
  const fact = { jobId: work.job.id, correlationId, ...facts };
  const outcome = await storage.jobs.recordReceipt({ ...fact, now: clock.now() });
  if (outcome.kind === 'recorded' || outcome.kind === 'repeated') return;
  const error = new Error('The dispatch record takes no receipt of the work that was found.');
  log.error('found-not-recorded', error, {
    job: work.job.id,
    correlation: correlationId,
    ...facts,
  });
}

/** What is recorded of it where it was found; undefined when the account is gone. */
async function dispatchAsFound(
  work: Work,
  { accountId, correlationId }: EarlierSubmission,
): Promise<Dispatch | undefined> {
  const upstream = await upstreamOf(work, accountId);
  const load = await work.ports.storage.accounts.find(accountId);
  if (upstream === undefined || load === undefined) return undefined;
  const { route, size: expectedSize } = routeAt(work, load.account);
  const submission = submissionAsSent(work, { upstream, route, correlationId });
  if (submission === undefined) return undefined;
  const { job } = work;
  return {
    accountId,
    route: { provider: route.provider, model: route.model },
    expectedSize,
    cost: costOn(load.account, route, { job, book: bookOf(work) }),
    submission,
    correlationId,
    refusals: [],
  };
}
