import type { AcceptedAttempt } from '../evidence/exchange.ts';
import { chargeAt, stateAt } from '../world/mock-job.ts';
import { toldEnd } from '../world/told-job.ts';
import { type Finding, finding } from './finding.ts';

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
  /** Whether a callback of the job's end was taken. */
  readonly wasCalled: boolean;
  /** From when on the client's reads are known, by the mock's clock. */
  readonly since: number;
}

export type JudgeJob = (attempt: AcceptedAttempt, given: JobCase) => Finding | undefined;

function about({ key, job, entry }: AcceptedAttempt) {
  return { logical_key: key, jobs: [job.id], credits_wasted: 0, evidence: [entry] };
}

/** Whether the client could never be told its end, or has not been able to so far. */
function isUntold({ job }: AcceptedAttempt, now: number): boolean {
  const end = toldEnd(job);
  return now < end || (job.vanishesAt !== undefined && job.vanishesAt <= end);
}

/** Whether its client may have done what is not known: the job had ended by the time from which on reads are. */
function isForgotten({ entry, job }: AcceptedAttempt, since: number): boolean {
  return entry === 0 && toldEnd(job) <= since;
}

/** Whether a read of its file is told that it cannot be had, or only by a redirect. */
function isWithheld({ job: { instructions } }: AcceptedAttempt): boolean {
  const { resultGone, htmlBody, lengthLie, redirect, astray } = instructions;
  return resultGone || htmlBody || lengthLie || redirect !== null || astray !== null;
}

/** Paid for and completed, and its file never taken to the end [mock.verdict.lost-film]. */
const lostFilm: JudgeJob = (attempt, { now, isRepeat, hasDouble, since }) => {
  const { job, downloads, means, isKept } = attempt;
  if (isRepeat || isUntold(attempt, now) || stateAt(job, now) !== 'completed') return undefined;
  if (downloads > 0 || hasDouble || isKept || job.recorded?.hasFile === false) return undefined;
  if (isForgotten(attempt, since) && isWithheld(attempt)) return undefined;
  const wasTold = means === 'accepted';
  return finding('lost-film', {
    ...about(attempt),
    credits_wasted: chargeAt(job, now),
    why: `accepted and completed, and its file was never taken to the end; the client was ${wasTold ? '' : 'not '}told its id`,
    hint: wasTold
      ? 'keep the id before anything else, read the job to its end, and save the file'
      : 'after a lost or unclear answer look for the job, by a key or a list',
  });
};

/** The client knew the id, and stopped asking before the job ended [mock.verdict.gave-up]. */
const gaveUp: JudgeJob = (attempt, given) => {
  const { now, isRepeat, hasDouble, listedAt, wasCalled, since } = given;
  const { job, polls, reads, means, downloads } = attempt;
  if (isRepeat || isUntold(attempt, now) || job.canceledAt !== undefined) return undefined;
  if (isForgotten(attempt, since)) return undefined;
  const knowsId = means === 'accepted' || reads > 0;
  const lastAt = Math.max(polls?.at ?? Number.NEGATIVE_INFINITY, listedAt);
  if (!knowsId || wasCalled || downloads > 0 || hasDouble || lastAt >= toldEnd(job))
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
const polledTooFast: JudgeJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostHurried < hurryFrom) return undefined;
  return finding('polled-too-fast', {
    ...about(attempt),
    evidence: [polls.hurriedEntry],
    why: `${polls.mostHurried} status reads in a row, each less than ${polls.leastPauseMs} ms after the one before`,
    hint: 'pause between status reads, for a second or as long as the provider says',
  });
};

/** One read more may renew a link, and one may be on its way. */
const tooManyAfterEnd = 3;

/** Reads on and on of a job whose end was told [mock.verdict.polled-after-end]. */
const polledAfterEnd: JudgeJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.mostAfterEnd < tooManyAfterEnd) return undefined;
  return finding('polled-after-end', {
    ...about(attempt),
    evidence: [polls.afterEndEntry],
    why: `${polls.mostAfterEnd} status reads in a row after the client was told that the job had ended`,
    hint: 'stop reading at the first terminal state',
  });
};

/** A read before the wait was over that the one before asked for [mock.verdict.ignored-retry-after]. */
const rereadTooSoon: JudgeJob = (attempt) => {
  const { polls } = attempt;
  if (polls === null || polls.impatient === 0) return undefined;
  return finding('ignored-retry-after', {
    ...about(attempt),
    evidence: [polls.impatientEntry],
    why: `${polls.impatient} status reads came before the wait was over that the one before asked for`,
    hint: 'wait as long as Retry-After says before the next read',
  });
};

export const jobJudges: readonly JudgeJob[] = [
  lostFilm,
  gaveUp,
  polledTooFast,
  polledAfterEnd,
  rereadTooSoon,
];
