import type { AcceptedAttempt } from '../records/exchange.ts';
import { chargeAt, ownWire, stateAt } from '../job/mock-job.ts';
import { reportedEnd } from '../job/reported-job.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** Context of a job for its checks. */
export interface JobCase {
  /** By the mock's clock, ms since 1970. */
  readonly now: number;
  /** True if it pays for what another job of its key has paid for already. */
  readonly isRepeat: boolean;
  /** Time of its account's latest list request. */
  readonly listedAt: number;
  /** True if the file of a duplicate that the provider made of the same submission was downloaded. */
  readonly hasDouble: boolean;
  /** Callbacks of the job that the receiver accepted: any, and that of its end. */
  readonly called: { readonly atAll: boolean; readonly atEnd: boolean };
  /** Start of the client's known reads, by the mock's clock. */
  readonly since: number;
}

export type CheckJob = (attempt: AcceptedAttempt, given: JobCase) => Finding | undefined;

function about({ key, job, entry }: AcceptedAttempt) {
  return { logical_key: key, jobs: [job.id], credits_wasted: 0, evidence: [entry] };
}

/** Returns true if the client could not learn its end so far, or never can. */
function isUnreported({ job }: AcceptedAttempt, now: number): boolean {
  const end = reportedEnd(job);
  return now < end || (job.vanishesAt !== undefined && job.vanishesAt <= end);
}

/** Returns true if earlier reads are unknown: the job had ended before the known reads start. */
function isForgotten({ entry, job }: AcceptedAttempt, since: number): boolean {
  return entry === 0 && reportedEnd(job) <= since;
}

/** Returns true if a read of its file returns that it is unavailable, or only a redirect. */
function isWithheld({ job: { instructions } }: AcceptedAttempt): boolean {
  const { resultGone, htmlBody, lengthLie, redirect, astray } = instructions;
  return resultGone || htmlBody || lengthLie || redirect !== null || astray !== null;
}

/** APIs without a list and without a search. */
const blindWires: ReadonlySet<string> = new Set(['runway', 'google', 'openrouter', 'luma', 'xai']);

/**
 * Returns true if its client never learned the id, and could not have searched for it. On the mock's own API only a
 * search shows that a job cannot be looked up, and searches from before the process began are not known.
 */
function isUntraceable(
  { entry, job, means, reads, isUnsearchable }: AcceptedAttempt,
  { called }: JobCase,
): boolean {
  if (means === 'accepted' || reads > 0 || called.atAll) return false;
  if (job.wire !== ownWire) return blindWires.has(job.wire);
  return isUnsearchable || (entry === 0 && !job.instructions.findable);
}

/** Returns true if it was paid for and completed, and its file was never downloaded to the end, as far as known. */
function isLost(attempt: AcceptedAttempt, { now, isRepeat, hasDouble, since }: JobCase): boolean {
  const { job, downloads, exchange, isKept } = attempt;
  // Its caller still waits for the response.
  if (exchange !== null && exchange.end === null) return false;
  if (isRepeat || isUnreported(attempt, now) || stateAt(job, now) !== 'completed') return false;
  if (downloads > 0 || hasDouble || isKept || job.recorded?.hasFile === false) return false;
  return !isForgotten(attempt, since) || !isWithheld(attempt);
}

/** A video that its client could not find: the client's conclusion is unknown [mock.verdict.untraceable]. */
export function untraceableVideo(attempt: AcceptedAttempt, given: JobCase): Unknown | undefined {
  if (!isLost(attempt, given) || !isUntraceable(attempt, given)) return undefined;
  const why =
    'accepted and completed, but its client never learned the id and could not search for it';
  return { code: 'lost-film', logical_key: attempt.key, why };
}

/** A video that its client could have downloaded, and did not [mock.verdict.lost-film]. */
const lostVideo: CheckJob = (attempt, given) => {
  const { now } = given;
  const { job, means } = attempt;
  if (!isLost(attempt, given) || isUntraceable(attempt, given)) return undefined;
  const wasReported = means === 'accepted';
  return finding('lost-film', {
    ...about(attempt),
    credits_wasted: chargeAt(job, now),
    why: `accepted and completed, but its file was never downloaded to the end; the client ${wasReported ? 'knew' : 'did not know'} its id`,
    hint: wasReported
      ? 'store the id first, read the job to its end, and save the file'
      : 'after a lost or unclear response, search for the job by a key or in a list',
  });
};

/** The client knew the id, and stopped polling before the job ended [mock.verdict.gave-up]. */
const gaveUp: CheckJob = (attempt, given) => {
  const { now, isRepeat, hasDouble, listedAt, called, since } = given;
  const { job, polls, reads, means, downloads } = attempt;
  if (isRepeat || isUnreported(attempt, now) || job.canceledAt !== undefined) return undefined;
  if (isForgotten(attempt, since)) return undefined;
  const knowsId = means === 'accepted' || reads > 0;
  const lastAt = Math.max(polls?.at ?? Number.NEGATIVE_INFINITY, listedAt);
  if (!knowsId || called.atEnd || downloads > 0 || hasDouble || lastAt >= reportedEnd(job))
    return undefined;
  return finding('gave-up', {
    ...about(attempt),
    why: `the client knew the id, read the job ${reads} times, but never after it had ended`,
    hint: 'keep polling until the job has ended, also after a restart: your own deadline does not end it',
  });
};

/** Number of consecutive fast reads that is no coincidence. */
const hurryFrom = 5;

/** Reads of an open job without sufficient interval [mock.verdict.polled-too-fast]. */
const polledTooFast: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostHurried < hurryFrom) return undefined;
  return finding('polled-too-fast', {
    ...about(attempt),
    evidence: [polls.hurriedEntry],
    why: `${polls.mostHurried} consecutive status reads, each less than ${polls.leastPauseMs} ms after the previous one`,
    hint: 'wait between status reads for a second, or as long as the provider says',
  });
};

/** One further read may renew a link, and one may be in transit. */
const tooManyAfterEnd = 3;

/** Reads of a job whose end was reported [mock.verdict.polled-after-end]. */
const polledAfterEnd: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostAfterEnd < tooManyAfterEnd) return undefined;
  return finding('polled-after-end', {
    ...about(attempt),
    evidence: [polls.afterEndEntry],
    why: `${polls.mostAfterEnd} consecutive status reads after the end of the job was reported`,
    hint: 'stop polling at the first final state',
  });
};

/** A read before the wait requested by the previous one was over [mock.verdict.ignored-retry-after]. */
const rereadTooSoon: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.impatient === 0) return undefined;
  return finding('ignored-retry-after', {
    ...about(attempt),
    evidence: [polls.impatientEntry],
    why: `${polls.impatient} status reads before the wait requested by the previous response was over`,
    hint: 'wait for the time of Retry-After before the next read',
  });
};

export const jobChecks: readonly CheckJob[] = [
  lostVideo,
  gaveUp,
  polledTooFast,
  polledAfterEnd,
  rereadTooSoon,
];
