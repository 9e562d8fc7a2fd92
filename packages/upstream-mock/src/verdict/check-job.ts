import { factsOf } from '@filmgate/provider-facts';
import type { AcceptedAttempt } from '../records/exchange.ts';
import { latestInstant } from '../job/clock-setting.ts';
import { chargeAt, ownWire, stateAt } from '../job/mock-job.ts';
import { reportedEnd } from '../job/reported-job.ts';
import type { PollTally } from '../records/poll-tally.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { WaitWords } from './check-attempts.ts';
import {
  about,
  type Cause,
  type FindingCode,
  type FoundFinding,
  finding,
  type Undecided,
} from './finding.ts';
import { times } from './print-verdict.ts';

/** Context of a job for its checks. */
export interface JobCase {
  readonly world: ProviderState;
  /** True if it was paid for in vain beside another job, which is a finding of its own. */
  readonly isNeedless: boolean;
  readonly words: WaitWords;
}

/** Returns true if its file, or that of an additional job that the provider made of the submission, was downloaded. */
function isTaken({ job, downloads }: AcceptedAttempt, { world }: JobCase): boolean {
  return downloads > 0 || (world.requestHistory.duplicateOf(job.id)?.downloads ?? 0) > 0;
}

/** End of a paid job for its client. */
export type JobFate =
  /** Taken, failed, or no matter of its client. */
  | { readonly kind: 'settled' }
  /** `endsAt`: ms since 1970; null while its caller waits for the response to the submission. */
  | { readonly kind: 'open'; readonly endsAt: number | null }
  | { readonly kind: 'lost'; readonly by: LostBy };

type LostBy = Exclude<Cause, 'test'>;

/** Time from which a client can know the end; undefined if no read ever reports it. */
function knownEnd({ job }: AcceptedAttempt): number | undefined {
  const end = reportedEnd(job);
  const isNever = end > latestInstant || (job.vanishesAt !== undefined && job.vanishesAt <= end);
  return isNever ? undefined : end;
}

/** Returns true if a read of its file returns that it is unavailable, or only a redirect. */
function isWithheld({ isKept, entry, job: { instructions } }: AcceptedAttempt): boolean {
  const { resultGone, htmlBody, lengthLie, redirect, astray } = instructions;
  const isAlways = resultGone || htmlBody || lengthLie || redirect !== null || astray !== null;
  // Reads from before the process began are not known.
  return isKept || (entry === 0 && isAlways);
}

/**
 * Returns true if its client never learned the id, and could not have searched for it. On the mock's own API only a
 * search shows that a job cannot be looked up, and searches from before the process began are not known.
 */
function isUntraceable(
  { entry, job, means, reads, seenAfter, isUnsearchable }: AcceptedAttempt,
  { world }: JobCase,
): boolean {
  const isCalled = world.callbacks.ofJob(job.id).some((callback) => callback.isTaken);
  if (means === 'accepted' || reads > 0 || seenAfter !== null || isCalled) return false;
  if (job.wire !== ownWire) return factsOf(job.wire)?.lookup === 'none';
  return isUnsearchable || (entry === 0 && !job.instructions.findable);
}

export function fateOf(attempt: AcceptedAttempt, given: JobCase): JobFate {
  const { job, exchange } = attempt;
  const now = given.world.clock.now();
  if (given.isNeedless || isTaken(attempt, given)) return { kind: 'settled' };
  if (exchange !== null && exchange.end === null) return { kind: 'open', endsAt: null };
  // The cassette does not show its end, or its file.
  if (job.recorded?.end === 'unknown' || (job.recorded?.hasFile === false && now >= job.endsAt))
    return { kind: 'settled' };
  const endsAt = knownEnd(attempt) ?? job.endsAt;
  if (now < endsAt) return { kind: 'open', endsAt };
  if (stateAt(job, now) !== 'completed') return { kind: 'settled' };
  if (knownEnd(attempt) === undefined || isWithheld(attempt))
    return { kind: 'lost', by: 'provider' };
  return { kind: 'lost', by: isUntraceable(attempt, given) ? 'wire' : 'client' };
}

/** A job that may still be lost or taken [mock.verdict.still-open]. */
export function stillOpen({ key }: AcceptedAttempt, fate: JobFate): readonly Undecided[] {
  if (fate.kind !== 'open') return [];
  const { endsAt } = fate;
  const still = { code: 'still-open', by: 'client', logical_key: key } as const;
  if (endsAt === null)
    return [{ ...still, why: 'its caller still waits for the response to the submission' }];
  if (endsAt > latestInstant) return [{ ...still, why: 'the job is paid for, and never ends' }];
  const end = new Date(endsAt).toISOString();
  return [{ ...still, why: `the job is paid for and open until ${end}`, ends_at: end }];
}

/** Findings about a job. */
export function* jobFindings(
  attempt: AcceptedAttempt,
  fate: JobFate,
  given: JobCase,
): Iterable<FoundFinding> {
  const { clock, requestHistory } = given.world;
  const now = clock.now();
  const double = requestHistory.duplicateOf(attempt.job.id);
  if (fate.kind === 'lost') yield lostVideo(attempt, fate.by, given.world);
  const doubled = double === undefined ? 0 : chargeAt(double.job, now);
  if (double !== undefined && doubled > 0 && chargeAt(attempt.job, now) > 0)
    yield finding('paid-twice', {
      ...about(attempt),
      by: 'provider',
      jobs: [attempt.job.id, double.job.id],
      credits_wasted: doubled,
      why: 'the provider made two paid jobs of one submission',
      hint: 'compare your bill with your submissions: only the list of the provider shows the second job',
    });
  if (hasGivenUp(attempt, given))
    yield finding('gave-up', {
      ...about(attempt),
      why:
        attempt.reads === 0
          ? 'the client knew the id, and never read the job'
          : `the client knew the id, read the job ${times(attempt.reads)}, but never after it had ended`,
    });
  if (attempt.polls !== null) yield* pollFindings(attempt, attempt.polls, given);
}

const lostWords: { readonly [By in LostBy]: { readonly why: string; readonly hint?: string } } = {
  client: { why: 'the response with its id did not leave the mock complete' },
  provider: {
    why: 'the provider did not give its file: it reported no end, lost the job, withheld the file, or redirected it',
    hint: 'report the job to a person: the provider owes a video',
  },
  wire: {
    why: 'nothing that was sent names the job, and this API has no list and no search',
    hint: 'report the outcome as unknown to a person, and never as failed',
  },
};

/** Words for a client whose response was complete when it left the mock [mock.verdict.lost-film]. */
const knownWords = {
  why: 'the response with its id left the mock complete',
  hint: 'store the id first, read the job to its end, and save the file; if a proxy lost the response on its way, let the mock lose it instead',
};

/** Words for a client that was told of the file, and whose own guard refuses addresses of this machine. */
const guardedWords = {
  why: 'the client knew its link, and the AI SDK downloads nothing from an address of this machine',
  hint: 'start the mock with serve --results data, or give generateVideo a download function',
};

/** True for the AI SDK on this machine, which names itself `ai-sdk/…`, after it was told the end of the job. */
function isGuarded({ entry, polls }: AcceptedAttempt, { requestHistory }: ProviderState): boolean {
  const { client, isLocal = false } = requestHistory.journal.find(entry)?.request ?? {};
  return isLocal && polls?.knowsEnd === true && /\bai-sdk\//.test(client?.userAgent ?? '');
}

/** A paid video that no client downloaded to its end [mock.verdict.lost-film]. */
function lostVideo(attempt: AcceptedAttempt, by: LostBy, world: ProviderState): FoundFinding {
  const isKnown = by === 'client' && attempt.means === 'accepted';
  const known = isGuarded(attempt, world) ? guardedWords : knownWords;
  const { why, hint } = isKnown ? known : lostWords[by];
  return finding('lost-film', {
    ...about(attempt),
    by,
    credits_wasted: chargeAt(attempt.job, world.clock.now()),
    why: `accepted and completed, but its file was never downloaded to the end; ${why}`,
    hint,
  });
}

/** Returns true if the client knew the id, and stopped polling before the job ended [mock.verdict.gave-up]. */
function hasGivenUp(attempt: AcceptedAttempt, given: JobCase): boolean {
  const { entry, job, polls, reads, means, listedAt } = attempt;
  const { clock, requestHistory, callbacks } = given.world;
  const end = knownEnd(attempt);
  if (given.isNeedless || end === undefined || clock.now() < end) return false;
  // Earlier reads are not known of a job that had ended before the known ones start.
  if (job.canceledAt !== undefined || (entry === 0 && end <= requestHistory.since)) return false;
  const knowsId = means === 'accepted' || reads > 0;
  const lastAt = Math.max(polls?.at ?? 0, listedAt ?? 0);
  if (!knowsId || isTaken(attempt, given) || lastAt >= end) return false;
  return !callbacks.ofJob(job.id).some((one) => one.isTaken && one.event === 'ended');
}

/** Number of consecutive fast reads that is no coincidence. */
const hurryFrom = 5;

/** One further read may renew a link, and one may be in transit. */
const tooManyAfterEnd = 3;

/**
 * Reads of an open job without sufficient interval [mock.verdict.polled-too-fast], of one whose end was reported
 * [mock.verdict.polled-after-end], and before a requested wait was over [mock.verdict.ignored-retry-after].
 */
function* pollFindings(
  attempt: AcceptedAttempt,
  polls: PollTally,
  { words }: JobCase,
): Iterable<FoundFinding> {
  const { mostHurried, leastPauseMs, mostAfterEnd, impatient } = polls;
  const of = (code: FindingCode, entry: number, why: string) =>
    finding(code, { ...about(attempt), evidence: [entry], why });
  if (mostHurried >= hurryFrom) {
    const why = `${mostHurried} consecutive status reads, each less than ${words(leastPauseMs)} after the previous one`;
    yield of('polled-too-fast', polls.hurriedEntry, why);
  }
  if (mostAfterEnd >= tooManyAfterEnd) {
    const why = `${mostAfterEnd} consecutive status reads after the end of the job was reported`;
    yield of('polled-after-end', polls.afterEndEntry, why);
  }
  if (impatient > 0) {
    const why = `${impatient} status reads before the wait requested by the previous response was over`;
    yield of('ignored-retry-after', polls.impatientEntry, why);
  }
}
