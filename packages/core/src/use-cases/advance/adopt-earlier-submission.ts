import { costOn } from '../../account/cost-on.ts';
import type { AccountLoad } from '../../account/account.ts';
import { mayServe, type OpenRoute, type Router } from '../../account/router.ts';
import { correlationIdsFrom } from '../../job/correlation-ids.ts';
import type { Job } from '../../job/job.ts';
import type { ReconcileOutcome } from '../../ports/work-search.ts';
import type { UpstreamHandle } from '../../upstream/upstream-handle.ts';
import { callPossiblySent } from './adopt-response.ts';
import { keepReceipt } from './keep-receipt.ts';
import { reportDouble } from './leave-to-person.ts';
import { routerOf, type StepResult, type StepContext } from './step-context.ts';
import { submissionAsSent } from './prepare-submission.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { searchUpstream, type SendWindow, windowWithoutRecord } from './search-upstream.ts';
import { type Dispatch, saveDispatch } from './submit-job.ts';
import { capabilitiesOf, deadlineFrom, upstreamOf } from './upstream-of.ts';

/** Time to repeat a failing search before the job is sent after all, in ms from start or the job's last change. */
const searchForMs = 10 * 60_000;
/** Minimum pause before a failed search is repeated, in ms. */
const searchEveryMs = 1_000;

/** A submission of the job at a provider that the store has no record of. */
export interface EarlierSubmission {
  readonly accountId: string;
  readonly correlationId: string;
  /** Submissions refused before it. */
  readonly refusals: number;
  /** Endpoint at which the handle names one piece of work. */
  readonly endpoint: string;
  readonly handle: UpstreamHandle;
}

type SearchOutcome =
  | { readonly kind: 'found'; readonly found: EarlierSubmission }
  /** `wasAsked`: true if any endpoint could be searched. */
  | { readonly kind: 'nothing'; readonly wasAsked: boolean }
  /** Several pieces of work carry its name. */
  | Extract<ReconcileOutcome, { readonly kind: 'ambiguous' }>
  | { readonly kind: 'ask-again'; readonly afterMs: number };

/**
 * Searches for a job that was accepted before this process began, before it is sent for the first time: if the store
 * was put back unnoticed, the job may have been sent already, by this or a later attempt, to this or another account. A
 * submission it finds becomes the job's receipt. Undefined when the job may be sent: nothing was found, or the provider
 * cannot be queried.
 */
export async function adoptEarlierSubmission(
  context: StepContext,
): Promise<StepResult | undefined> {
  if (!wasAcceptedBefore(context)) return undefined;
  const outcome = await searchEverywhere(context, isSettled(context));
  const now = context.ports.clock.now();
  switch (outcome.kind) {
    case 'nothing':
      return undefined;
    case 'found':
      return adopt(context, outcome.found);
    case 'ambiguous': {
      reportDouble(context, outcome.candidates);
      const detail = `${outcome.candidates} tasks at the provider match this job`;
      return saveEvent(context, { kind: 'possibly-sent', detail });
    }
    case 'ask-again': {
      const { startedAt = 0, job } = context;
      const giveUpAt = Math.max(startedAt, job.updatedAt) + searchForMs;
      return now < giveUpAt ? releaseUntil(context, now + outcome.afterMs) : undefined;
    }
  }
}

/**
 * Every response of before this process began has had its time. An endpoint that never claims absence would else delay
 * each job for as long as one that fails.
 */
function isSettled({ ports, startedAt = 0 }: StepContext): BelievesEmpty {
  return (findableAfterMs) => ports.clock.now() >= startedAt + findableAfterMs;
}

/** A job from the future was accepted before the clock was set back. */
function wasAcceptedBefore({ job, ports, startedAt }: StepContext): boolean {
  if (startedAt === undefined) return false;
  return job.createdAt < startedAt || job.createdAt > ports.clock.now();
}

/** Decides if an empty response suffices without proof of absence; given when the endpoint first shows work. */
type BelievesEmpty = (findableAfterMs: number) => boolean;

/** Searches for the present try of a job and those that may have followed it, at every account it may have gone to. */
export async function searchEverywhere(
  context: StepContext,
  believesEmpty: BelievesEmpty = () => false,
): Promise<SearchOutcome> {
  const loads = await context.ports.storage.accounts.loads();
  const book = routerOf(context);
  const outcomes = await Promise.all(
    loads
      .filter((load) => mayHaveTaken(load, { job: context.job, book }))
      .map((load) => searchAt(context, load, believesEmpty)),
  );
  const found = outcomes.find(({ kind }) => kind === 'found');
  const ambiguous = outcomes.find(({ kind }) => kind === 'ambiguous');
  const again = outcomes.find(({ kind }) => kind === 'ask-again');
  const wasAsked = outcomes.some((outcome) => outcome.kind === 'nothing' && outcome.wasAsked);
  return found ?? ambiguous ?? again ?? { kind: 'nothing', wasAsked };
}

/**
 * An endpoint that makes no video of the family is not waited for. When the family is not on offer any more, any
 * endpoint may have made it.
 */
function mayHaveTaken(
  { account }: AccountLoad,
  { job, book }: { readonly job: Job; readonly book: Router },
): boolean {
  const { request, accountId } = job;
  const { family, pinnedAccountId } = request;
  if (account.id === accountId) return true;
  if (pinnedAccountId !== undefined) return false;
  return book.families.includes(family) ? book.serves(account, family) : mayServe(account, family);
}

/** Searches only by a name that the provider records: listed work often looks like a job that was never sent. */
async function searchAt(
  context: StepContext,
  { account }: AccountLoad,
  believesEmpty: BelievesEmpty,
): Promise<SearchOutcome> {
  const upstream = await upstreamOf(context, account.id);
  if (upstream === undefined) return unasked;
  const { reconcileAfterMs, findsBy } = upstream.client.capabilities();
  if (reconcileAfterMs === null || findsBy !== 'own-id') return unasked;
  const { endpoint } = upstream;
  const { route } = routeAt(context, account);
  const sentBetween = windowOf(context);
  const again = { kind: 'ask-again', afterMs: Math.max(reconcileAfterMs, searchEveryMs) } as const;
  let isEmptyYet = false;
  for (const [index, correlationId] of correlationIdsFrom(context.job).entries()) {
    const submission = submissionAsSent(context, { upstream, route, correlationId });
    if (submission === undefined) return unasked;
    const searched = { submission, correlationId, sentBetween };
    const outcome = await searchUpstream(context, upstream, searched);
    switch (outcome.kind) {
      case 'found': {
        const { handle } = outcome;
        const found = { accountId: account.id, correlationId, endpoint, handle };
        return { kind: 'found', found: { ...found, refusals: context.job.refusals + index } };
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

/** Returns the route the account would use now; the job may have been sent by a route that is no longer on offer. */
function routeAt(context: StepContext, account: AccountLoad['account']): OpenRoute {
  const { request } = context.job;
  const eligibility = routerOf(context).routesOf(account, request);
  if (eligibility.kind === 'eligible') return eligibility.routes[0];
  return { route: { endpoint: account.endpoint, model: request.family, rank: 1 }, size: null };
}

/**
 * It was sent after it was accepted. Before this process began, if it is not known to have been sent; before its
 * outcome was called unknown otherwise, which on a store that lives longer than the process may be later.
 */
function windowOf({ job, startedAt }: StepContext): SendWindow {
  if (job.state === 'outcome_unknown') return windowWithoutRecord(job);
  const to = startedAt ?? job.createdAt;
  return { from: Math.min(job.createdAt, to), to };
}

/** Saves dispatch record and receipt as if just sent, on the account and under the name that were found. */
async function adopt(context: StepContext, found: EarlierSubmission): Promise<StepResult> {
  const { log, clock } = context.ports;
  const { accountId, handle, endpoint } = found;
  log.warn('earlier-submission-found', { job: context.job.id, account: accountId });
  const dispatch = await dispatchAsFound(context, found);
  const outcome = dispatch === undefined ? undefined : await saveDispatch(context, dispatch);
  // No room there now: it waits, and is searched for again before anything is sent.
  if (outcome === undefined || outcome.kind === 'no-room')
    return releaseUntil(context, clock.now() + searchEveryMs);
  if (outcome.kind === 'stale') return outcome;
  if (outcome.kind === 'already-recorded') {
    await keepFact(context, found);
    return callPossiblySent(context);
  }
  const capabilities = await capabilitiesOf(outcome.context);
  return keepReceipt(outcome.context, endpoint, (now) => ({
    kind: 'accepted',
    handle,
    deadlineAt: deadlineFrom(now, capabilities, context),
    pollAt: now,
  }));
}

/** Saves the receipt alone, under the existing dispatch record. One that has another response stays unchanged. */
async function keepFact(context: StepContext, found: EarlierSubmission): Promise<void> {
  const { storage, clock, log } = context.ports;
  const { endpoint, accountId, correlationId } = found;
  const facts = { accountId, endpoint, handle: JSON.stringify(found.handle) };
  const fact = { jobId: context.job.id, correlationId, ...facts };
  const outcome = await storage.jobs.recordReceipt({ ...fact, now: clock.now() });
  if (outcome.kind === 'recorded' || outcome.kind === 'repeated') return;
  const error = new Error('The receipt of the found task does not fit the dispatch record.');
  log.error('found-not-recorded', error, {
    job: context.job.id,
    correlation: correlationId,
    ...facts,
  });
}

/**
 * Returns the dispatch of a submission, as the account would be sent it now; undefined when the account is gone, or can
 * be sent nothing like it.
 */
export async function dispatchAsFound(
  context: StepContext,
  { accountId, correlationId }: Pick<EarlierSubmission, 'accountId' | 'correlationId'>,
): Promise<Dispatch | undefined> {
  const upstream = await upstreamOf(context, accountId);
  const load = await context.ports.storage.accounts.find(accountId);
  if (upstream === undefined || load === undefined) return undefined;
  const { route, size: expectedSize } = routeAt(context, load.account);
  const submission = submissionAsSent(context, { upstream, route, correlationId });
  if (submission === undefined) return undefined;
  const { job } = context;
  return {
    accountId,
    route: { endpoint: route.endpoint, model: route.model },
    expectedSize,
    cost: costOn(load.account, route, { job, book: routerOf(context) }),
    submission,
    correlationId,
    refusals: [],
  };
}
