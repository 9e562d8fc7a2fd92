import type { Job } from '../../job/job.ts';
import { nextFetchAt } from '../../job/backoff.ts';
import type { Doubt } from '../../job/doubt.ts';
import { isProven, newResultFetch, proofAfter, type ResultProof } from '../../job/result-fetch.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import { deliveredFileOf } from '../../upstream/delivered-file.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import {
  fetchOutput,
  hasRoomFor,
  noRoom,
  notThisTime,
  type Setback,
  storeFailed,
} from './fetch-output.ts';
import { checkResult, type ResultVerdict } from './check-result.ts';
import { storeDelivered } from './delivered-result.ts';
import { askUpstream } from './poll-job.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { capabilitiesOf } from './upstream-of.ts';
import { lookNow, checkSaidWord } from './check-said-word.ts';
import type { StepResult, StepContext } from './step-context.ts';

/** Minimum and maximum time for which a result is fetched, in ms, whatever its provider's clock says. */
const leastFetchMs = 15 * 60_000;
const mostFetchMs = 366 * 24 * 3_600_000;

/**
 * Returns until when the result of a finished job is fetched: by the provider's own statement where it gave one, and
 * for the maximum time where it was delivered, since no provider takes it back.
 */
export function fetchedUntil(
  {
    resultFetch,
    output,
    updatedAt,
    handle,
  }: Pick<Job, 'resultFetch' | 'output' | 'updatedAt' | 'handle'>,
  { resultFetchMs }: Pick<GatewayOptions, 'resultFetchMs'>,
): number {
  const since = resultFetch?.since ?? updatedAt;
  if (deliveredFileOf(handle) !== undefined) return since + mostFetchMs;
  const { keptUntil } = output ?? {};
  return keptUntil === undefined
    ? since + resultFetchMs
    : Math.min(since + mostFetchMs, Math.max(keptUntil, since + leastFetchMs));
}

/** Failed tries required before the end of the time counts. */
const leastTries = 8;
/** Pause before a copy that found no room beside the others is tried again, in ms. */
const noPermitMs = 1_000;
/** Interval of checks for room, in ms: a check costs next to nothing and leaves no trace. */
const roomLookMs = 60_000;

const noRoomYet: Setback = { ...noRoom, pauseMs: roomLookMs };

/** Location of the result, as far as is known now. */
interface Source {
  readonly output: UpstreamOutput;
  /** True if the provider reported it just now. */
  readonly isFresh: boolean;
  /** The provider's statements against it so far. */
  readonly doubt: Doubt | null;
}

/**
 * Stores a finished result: read, count, digest, inspect, keep, and only then `completed` (I7). A failed read says
 * nothing about the result: it is fetched again, through a fresh link each time, for as long as the provider may still
 * have it. Only several different media files that cannot be delivered, or the provider's own statement, end the job
 * before.
 */
export async function storeResult(context: StepContext): Promise<StepResult> {
  const { output, resultFetch, doubt } = context.job;
  const delivered = deliveredFileOf(context.job.handle);
  if (output === null) {
    const { unusable } = resultFetch ?? newResultFetch(context.ports.clock.now());
    const proof: ResultProof = { unusable, doubt };
    return saveEvent(context, {
      kind: 'result-unusable',
      detail: 'the provider named no output',
      proof,
    });
  }
  if (delivered !== undefined) {
    const stored = await storeDelivered(context, delivered);
    const source = { output, isFresh: false, doubt };
    return stored.kind === 'not-this-time' ? handleSetback(context, source, stored) : stored;
  }
  if (!(await hasRoomFor(context, null))) return awaitRoom(context, output);
  if (context.job.readFailures === 0) return bringHome(context, { output, isFresh: false, doubt });

  const outcome = await askUpstream(context);
  if (outcome.kind === 'failed') return fetchDespite(outcome, context, output);
  if (outcome.kind !== 'succeeded') return bringHome(context, { output, isFresh: false, doubt });
  const isTakenBack = doubt?.word === 'failed';
  const fresh = { output: outcome.output, isFresh: true, doubt: isTakenBack ? null : doubt };
  return bringHome(context, fresh);
}

/** Fetches a video reported as made and now as failed, until failure has been reported for long enough. */
async function fetchDespite(
  failed: Extract<PollOutcome, { readonly kind: 'failed' }>,
  context: StepContext,
  output: UpstreamOutput,
): Promise<StepResult> {
  const { minimumPollIntervalMs: paceMs } = await capabilitiesOf(context);
  const verdict = await checkSaidWord(context, { word: 'failed', known: 'made', paceMs });
  if (verdict.kind === 'believed')
    return saveEvent(context, { ...failed, kind: 'upstream-failed', doubt: verdict.doubt });
  const { doubt } = verdict.kind === 'doubted' ? verdict : context.job;
  return bringHome(context, { output, isFresh: false, doubt });
}

async function bringHome(context: StepContext, source: Source): Promise<StepResult> {
  const fetched = await fetchOutput(context, source.output);
  if (fetched.kind === 'no-permit')
    return releaseUntil(context, context.ports.clock.now() + noPermitMs);
  const settled = fetched.kind === 'staged' ? await checkAndKeep(context, fetched.blob) : fetched;
  if (settled.kind === 'usable') {
    const expiresAt = context.ports.clock.now() + context.options.resultRetentionMs;
    return saveEvent(context, { ...settled, kind: 'result-stored', expiresAt });
  }
  return handleSetback(context, source, settled);
}

type Usable = Extract<ResultVerdict, { readonly kind: 'usable' }>;

/** Keeps the file even if it is not the requested video, since it is paid for; discards only what is not media. */
async function checkAndKeep(context: StepContext, blob: StagedBlob): Promise<Usable | Setback> {
  const { resultBlobs, inspectMedia } = context.ports;
  try {
    const outcome = await checkResult(context.job, blob, inspectMedia);
    if (outcome.kind === 'no-media') return notThisTime('usable-result', outcome.detail);
    await resultBlobs.commit(blob);
    if (outcome.kind === 'usable') return outcome;
    const { file, detail } = outcome;
    return notThisTime('usable-result', detail, { kind: 'unusable', file });
  } catch (error) {
    return storeFailed(context, error);
  } finally {
    await resultBlobs.discard(blob);
  }
}

/** No room to begin: nothing is queried, and only the first check is written down. */
async function awaitRoom(context: StepContext, output: UpstreamOutput): Promise<StepResult> {
  const { job, ports, options } = context;
  const now = ports.clock.now();
  const isReported = job.resultFetch?.awaits === 'space' && now < fetchedUntil(job, options);
  const source = { output, isFresh: false, doubt: job.doubt };
  return isReported
    ? releaseUntil(context, now + roomLookMs)
    : handleSetback(context, source, noRoomYet);
}

/** Schedules the next try, ends a result that is proved to be unusable, or ends a wait that has no end. */
async function handleSetback(
  context: StepContext,
  source: Source,
  setback: Setback,
): Promise<StepResult> {
  const { job, options, ports } = context;
  if (context.signal.aborted) return releaseUntil(context, ports.clock.now());
  const { reason, detail, fault } = setback;
  const before = job.resultFetch ?? newResultFetch(ports.clock.now());
  const { minimumPollIntervalMs } = await capabilitiesOf(context);
  const said = { unusable: before.unusable, doubt: source.doubt };
  const look = source.isFresh ? await lookNow(context, source.output, minimumPollIntervalMs) : null;
  const proof = proofAfter(said, fault, look);
  const until = fetchedUntil({ ...job, output: source.output }, options);
  const facts = { job: job.id, awaits: reason, until };
  if (isProven(proof)) {
    ports.log.error('result-unusable', new Error(detail), facts);
    return saveEvent(context, { kind: 'result-unusable', detail, proof });
  }
  if (await isTimeOver(context, until)) {
    ports.log.error('result-not-fetched', new Error(detail), facts);
    return saveEvent(context, { kind: 'result-not-fetched', reason, detail, proof });
  }
  if (before.awaits !== reason) ports.log.warn('result-awaited', { ...facts, detail });
  // Read with nothing awaited before it is saved: a clock that is set in between would show a long wait.
  const now = ports.clock.now();
  const nextTryAt = nextTry(job, setback, { minimumMs: minimumPollIntervalMs, now });
  return saveEvent(context, {
    kind: 'result-awaited',
    reason,
    detail,
    proof,
    output: source.isFresh ? source.output : null,
    until,
    dueAt: earlierOf(nextTryAt, until, now),
    givesUpSlot: now - before.since >= options.unknownSlotMs,
  });
}

/**
 * A clock that jumped ahead ends no video: the trusted time must have reached its end, and a gateway that was off for
 * that long tries first.
 */
async function isTimeOver({ job, ports }: StepContext, until: number): Promise<boolean> {
  const now = ports.clock.now();
  if (now < until || job.readFailures + 1 < leastTries) return false;
  const trusted = (await ports.trustedNow?.()) ?? now;
  return trusted >= until;
}

function nextTry(
  job: Job,
  { reason, pauseMs }: Setback,
  { minimumMs, now }: { readonly minimumMs: number; readonly now: number },
): number {
  return pauseMs === undefined
    ? nextFetchAt(job, { minimumMs, isDoubtful: reason === 'usable-result' }, now)
    : now + pauseMs;
}

/** The last try is at the end of the time, not after it. */
function earlierOf(next: number, until: number, now: number): number {
  return until > now ? Math.min(next, until) : next;
}
