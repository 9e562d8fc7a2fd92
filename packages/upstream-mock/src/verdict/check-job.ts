import type { AcceptedAttempt } from '../evidence/exchange.ts';
import { chargeAt, ownWire, stateAt } from '../world/mock-job.ts';
import { reportedEnd } from '../world/reported-job.ts';
import { type Finding, finding, type Unknown } from './finding.ts';

/** What a job is judged by besides itself. */
export interface JobCase {
  /** By the mock's clock, ms since 1970. */
  readonly now: number;
  /** Whether it pays for what another job of its key has paid for already. */
  readonly isRepeat: boolean;
  /** When its account last looked at its list of jobs. */
  readonly listedAt: number;
  /** Whether the file of another job that the provider made of the same submission was taken. */
  readonly hasDouble: boolean;
  /** The callbacks of the job that were taken: any, and that of its end. */
  readonly called: { readonly atAll: boolean; readonly atEnd: boolean };
  /** From when on the client's reads are known, by the mock's clock. */
  readonly since: number;
}

export type CheckJob = (attempt: AcceptedAttempt, given: JobCase) => Finding | undefined;

function about({ key, job, entry }: AcceptedAttempt) {
  return { logical_key: key, jobs: [job.id], credits_wasted: 0, requestHistory: [entry] };
}

/** Whether the client could never be told its end, or has not been able to so far. */
function isUnreported({ job }: AcceptedAttempt, now: number): boolean {
  const end = reportedEnd(job);
  return now < end || (job.vanishesAt !== undefined && job.vanishesAt <= end);
}

/** Whether its client may have done what is not known: the job had ended by the time from which on reads are. */
function isForgotten({ entry, job }: AcceptedAttempt, since: number): boolean {
  return entry === 0 && reportedEnd(job) <= since;
}

/** Whether a read of its file is told that it cannot be had, or only by a redirect. */
function isWithheld({ job: { instructions } }: AcceptedAttempt): boolean {
  const { resultGone, htmlBody, lengthLie, redirect, astray } = instructions;
  return resultGone || htmlBody || lengthLie || redirect !== null || astray !== null;
}

/** Wires without a list and without a search. */
const blindWires: ReadonlySet<string> = new Set(['runway', 'google', 'openrouter', 'luma', 'xai']);

/**
 * Whether its client never had the id, and nothing that the wire has would have given it. On the mock's own wire only a search shows
 * that a job cannot be looked up, and searches from before the process began are forgotten.
 */
function isUntraceable(
  { entry, job, means, reads, isUnsearchable }: AcceptedAttempt,
  { called }: JobCase,
): boolean {
  if (means === 'accepted' || reads > 0 || called.atAll) return false;
  if (job.wire !== ownWire) return blindWires.has(job.wire);
  return isUnsearchable || (entry === 0 && !job.instructions.findable);
}

/** Whether it was paid for and completed, and its file never taken to the end, for all that is known. */
function isLost(attempt: AcceptedAttempt, { now, isRepeat, hasDouble, since }: JobCase): boolean {
  const { job, downloads, exchange, isKept } = attempt;
  // Its caller still waits for the answer.
  if (exchange !== null && exchange.end === null) return false;
  if (isRepeat || isUnreported(attempt, now) || stateAt(job, now) !== 'completed') return false;
  if (downloads > 0 || hasDouble || isKept || job.recorded?.hasFile === false) return false;
  return !isForgotten(attempt, since) || !isWithheld(attempt);
}

/** A film that its client could not come by: what it makes of that, it does not show [mock.verdict.untraceable]. */
export function untraceableVideo(attempt: AcceptedAttempt, given: JobCase): Unknown | undefined {
  if (!isLost(attempt, given) || !isUntraceable(attempt, given)) return undefined;
  const why =
    'accepted and completed, and its client, who was not told the id, had no way to look for it';
  return { code: 'lost-film', logical_key: attempt.key, why };
}

/** A film that its client could have taken, and did not [mock.verdict.lost-film]. */
const lostVideo: CheckJob = (attempt, given) => {
  const { now } = given;
  const { job, means } = attempt;
  if (!isLost(attempt, given) || isUntraceable(attempt, given)) return undefined;
  const wasReported = means === 'accepted';
  return finding('lost-film', {
    ...about(attempt),
    credits_wasted: chargeAt(job, now),
    why: `accepted and completed, and its file was never taken to the end; the client was ${wasReported ? '' : 'not '}told its id`,
    hint: wasReported
      ? 'keep the id before anything else, read the job to its end, and save the file'
      : 'after a lost or unclear answer look for the job, by a key or a list',
  });
};

/** The client knew the id, and stopped asking before the job ended [mock.verdict.gave-up]. */
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
    why: `the client knew the id, read the job ${reads} times, and not once after it had ended`,
    hint: 'go on reading until the job has ended, also after a restart: a deadline of yours does not end it',
  });
};

/** So many reads in a row are a hurry, and no coincidence. */
const hurryFrom = 5;

/** Reads of an open job without a pause [mock.verdict.polled-too-fast]. */
const polledTooFast: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostHurried < hurryFrom) return undefined;
  return finding('polled-too-fast', {
    ...about(attempt),
    requestHistory: [polls.hurriedEntry],
    why: `${polls.mostHurried} status reads in a row, each less than ${polls.leastPauseMs} ms after the one before`,
    hint: 'pause between status reads, for a second or as long as the provider says',
  });
};

/** One read more may renew a link, and one may be on its way. */
const tooManyAfterEnd = 3;

/** Reads on and on of a job whose end was told [mock.verdict.polled-after-end]. */
const polledAfterEnd: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostAfterEnd < tooManyAfterEnd) return undefined;
  return finding('polled-after-end', {
    ...about(attempt),
    requestHistory: [polls.afterEndEntry],
    why: `${polls.mostAfterEnd} status reads in a row after the client was told that the job had ended`,
    hint: 'stop reading at the first terminal state',
  });
};

/** A read before the wait was over that the one before asked for [mock.verdict.ignored-retry-after]. */
const rereadTooSoon: CheckJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.impatient === 0) return undefined;
  return finding('ignored-retry-after', {
    ...about(attempt),
    requestHistory: [polls.impatientEntry],
    why: `${polls.impatient} status reads came before the wait was over that the one before asked for`,
    hint: 'wait as long as Retry-After says before the next read',
  });
};

export const jobChecks: readonly CheckJob[] = [
  lostVideo,
  gaveUp,
  polledTooFast,
  polledAfterEnd,
  rereadTooSoon,
];
