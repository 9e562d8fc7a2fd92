import type { Job } from '../../job/job.ts';
import { nextFetchAt } from '../../job/backoff.ts';
import type { Doubt } from '../../job/doubt.ts';
import { isProven, newResultFetch, proofAfter, type ResultProof } from '../../job/result-fetch.ts';
import type { StagedBlob } from '../../ports/blob-store.ts';
import type { PollOutcome } from '../../ports/poll-outcome.ts';
import type { UpstreamOutput } from '../../upstream/upstream-handle.ts';
import type { GatewayOptions } from '../gateway-options.ts';
import {
  fetchOutput,
  hasRoomFor,
  noRoom,
  notThisTime,
  type Setback,
  storeFailed,
} from './fetch-output.ts';
import { judgeResult, type ResultJudgement } from './judge-result.ts';
import { askUpstream } from './poll-job.ts';
import { releaseUntil, saveEvent } from './save-event.ts';
import { capabilitiesOf } from './upstream-of.ts';
import { lookNow, weighWord } from './weigh-word.ts';
import type { StepResult, Work } from './work.ts';

/** The least and the most time a result is fetched, in ms, whatever its provider's clock says. */
const leastFetchMs = 15 * 60_000;
const mostFetchMs = 366 * 24 * 3_600_000;

/** Up to when the result of a finished job is fetched: the provider's own word where it gave one. */
export function fetchedUntil(
  { resultFetch, output, updatedAt }: Pick<Job, 'resultFetch' | 'output' | 'updatedAt'>,
  { resultFetchMs }: Pick<GatewayOptions, 'resultFetchMs'>,
): number {
  const since = resultFetch?.since ?? updatedAt;
  const { keptUntil } = output ?? {};
  return keptUntil === undefined
    ? since + resultFetchMs
    : Math.min(since + mostFetchMs, Math.max(keptUntil, since + leastFetchMs));
}

/** Failed tries before the end of the time counts. */
const leastTries = 8;
/** A copy that found no place beside the others comes again after this, in ms. */
const noPlaceMs = 1_000;
/** How often to check for room, in ms: a check costs next to nothing and leaves no trace. */
const roomLookMs = 60_000;

const noRoomYet: Setback = { ...noRoom, pauseMs: roomLookMs };

/** Where the result lies, as far as is known now. */
interface Source {
  readonly output: UpstreamOutput;
  /** Whether the upstream said so just now. */
  readonly isFresh: boolean;
  /** What it has said against it by now. */
  readonly doubt: Doubt | null;
}

/**
 * Brings a finished result home: read, count, digest, inspect, keep, and only then `completed` (I7). Whatever keeps it from being
 * read says nothing about it: it is fetched again, through a fresh link each time, for as long as the upstream may still have it.
 * Only several different media files that cannot be delivered, or the upstream's own word, end the job before.
 */
export async function storeResult(work: Work): Promise<StepResult> {
  const { output, resultFetch, doubt } = work.job;
  if (output === null) {
    const { unusable } = resultFetch ?? newResultFetch(work.ports.clock.now());
    const proof: ResultProof = { unusable, doubt };
    return saveEvent(work, {
      kind: 'result-unusable',
      detail: 'the upstream named no output',
      proof,
    });
  }
  if (!(await hasRoomFor(work, null))) return awaitRoom(work, output);
  if (work.job.readFailures === 0) return bringHome(work, { output, isFresh: false, doubt });

  const outcome = await askUpstream(work);
  if (outcome.kind === 'failed') return fetchDespite(outcome, work, output);
  if (outcome.kind !== 'succeeded') return bringHome(work, { output, isFresh: false, doubt });
  const isTakenBack = doubt?.word === 'failed';
  const fresh = { output: outcome.output, isFresh: true, doubt: isTakenBack ? null : doubt };
  return bringHome(work, fresh);
}

/** A video that its provider said it had made is fetched on while the provider says that it failed, until that has stood for long enough. */
async function fetchDespite(
  failed: Extract<PollOutcome, { readonly kind: 'failed' }>,
  work: Work,
  output: UpstreamOutput,
): Promise<StepResult> {
  const { minimumPollIntervalMs: paceMs } = await capabilitiesOf(work);
  const verdict = await weighWord(work, { word: 'failed', known: 'made', paceMs });
  if (verdict.kind === 'believed')
    return saveEvent(work, { ...failed, kind: 'upstream-failed', doubt: verdict.doubt });
  const { doubt } = verdict.kind === 'doubted' ? verdict : work.job;
  return bringHome(work, { output, isFresh: false, doubt });
}

async function bringHome(work: Work, source: Source): Promise<StepResult> {
  const fetched = await fetchOutput(work, source.output);
  if (fetched.kind === 'no-place') return releaseUntil(work, work.ports.clock.now() + noPlaceMs);
  const settled = fetched.kind === 'staged' ? await judgeAndKeep(work, fetched.blob) : fetched;
  if (settled.kind === 'usable') {
    const expiresAt = work.ports.clock.now() + work.options.resultRetentionMs;
    return saveEvent(work, { ...settled, kind: 'result-stored', expiresAt });
  }
  return setBack(work, source, settled);
}

type Usable = Extract<ResultJudgement, { readonly kind: 'usable' }>;

/** Keeps what was read, the video asked for or not: it is paid for. Only what is no media file is thrown away. */
async function judgeAndKeep(work: Work, blob: StagedBlob): Promise<Usable | Setback> {
  const { resultBlobs, inspectMedia } = work.ports;
  try {
    const judgement = await judgeResult(work.job, blob, inspectMedia);
    if (judgement.kind === 'no-media') return notThisTime('usable-result', judgement.detail);
    await resultBlobs.commit(blob);
    if (judgement.kind === 'usable') return judgement;
    const { file, detail } = judgement;
    return notThisTime('usable-result', detail, { kind: 'unusable', file });
  } catch (error) {
    return storeFailed(work, error);
  } finally {
    await resultBlobs.discard(blob);
  }
}

/** No room to begin: nothing is asked for, and only the first look is written down. */
async function awaitRoom(work: Work, output: UpstreamOutput): Promise<StepResult> {
  const { job, ports, options } = work;
  const now = ports.clock.now();
  const isTold = job.resultFetch?.awaits === 'space' && now < fetchedUntil(job, options);
  const source = { output, isFresh: false, doubt: job.doubt };
  return isTold ? releaseUntil(work, now + roomLookMs) : setBack(work, source, noRoomYet);
}

/** Goes on with the result later, gives it up as proved to be unusable, or ends a wait that has no end. */
async function setBack(work: Work, source: Source, setback: Setback): Promise<StepResult> {
  const { job, options, ports } = work;
  if (work.signal.aborted) return releaseUntil(work, ports.clock.now());
  const { reason, detail, fault } = setback;
  const before = job.resultFetch ?? newResultFetch(ports.clock.now());
  const { minimumPollIntervalMs } = await capabilitiesOf(work);
  const said = { unusable: before.unusable, doubt: source.doubt };
  const look = source.isFresh ? await lookNow(work, source.output, minimumPollIntervalMs) : null;
  const proof = proofAfter(said, fault, look);
  const until = fetchedUntil({ ...job, output: source.output }, options);
  const told = { job: job.id, awaits: reason, until };
  if (isProven(proof)) {
    ports.log.error('result-unusable', new Error(detail), told);
    return saveEvent(work, { kind: 'result-unusable', detail, proof });
  }
  if (await isTimeOver(work, until)) {
    ports.log.error('result-not-fetched', new Error(detail), told);
    return saveEvent(work, { kind: 'result-not-fetched', reason, detail, proof });
  }
  if (before.awaits !== reason) ports.log.warn('result-awaited', { ...told, detail });
  // Read with nothing awaited before it is saved: a clock that is set in between would tell a long wait.
  const now = ports.clock.now();
  const nextTryAt = nextTry(job, setback, { minimumMs: minimumPollIntervalMs, now });
  return saveEvent(work, {
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

/** A clock that jumped ahead ends no video: the trusted time must have reached its end, and a gateway that was off for as long tries first. */
async function isTimeOver({ job, ports }: Work, until: number): Promise<boolean> {
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
