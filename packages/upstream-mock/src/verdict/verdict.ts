import { isAccepted } from '../records/attempt-chain.ts';
import type { Attempt } from '../records/exchange.ts';
import { noStatement } from '../records/statements.ts';
import { describeChaos } from '../faults/chaos.ts';
import type { ProviderState } from '../state/provider-state.ts';
import type { Finding, Unknown } from './finding.ts';
import { attemptChecks, repeatedAcceptances } from './check-attempts.ts';
import { jobChecks, untraceableVideo } from './check-job.ts';
import { recordedUnknowns } from './check-recorded.ts';
import { readFindings, readUnknowns } from './check-reads.ts';
import { statementChecks, unknownsOf } from './check-statement.ts';
import {
  type Missing,
  noWishes,
  stubOutcome,
  type Undecided,
  type Wishes,
} from './stub-outcome.ts';
import { VerdictTally } from './verdict-tally.ts';

/** Findings about the clients of a space [mock.verdict]. */
export interface Verdict {
  readonly space: string;
  readonly outcome: 'clean' | 'found' | 'undecided';
  readonly summary: string;
  readonly undecided: readonly Undecided[];
  readonly missing: readonly Missing[];
  /** True without findings. An unknown result is neither a finding nor clean. */
  readonly clean: boolean;
  /** Most serious first. */
  readonly findings: readonly Finding[];
  readonly unknown: readonly Unknown[];
  /** Numbers of entries left out of a long verdict; absent if there are none. */
  readonly more?: { readonly findings: number; readonly unknown: number } | undefined;
  /** Description of chaos; absent without it. */
  readonly chaos?: string | undefined;
}

/** The verdict as of now, with totals that include what it leaves out. */
export interface VerdictReport {
  readonly verdict: Verdict;
  /** Number of findings. */
  readonly found: number;
  /** Credits. */
  readonly wasted: number;
}

/**
 * Checks the clients' actions recorded in a space.
 *
 * @param limit - maximum findings, most serious first, and maximum unknown results, that are shown
 */
export function checkClients(
  world: ProviderState,
  limit: number,
  wishes: Wishes = noWishes,
): VerdictReport {
  const { requestHistory } = world;
  const now = world.clock.now();
  const tally = new VerdictTally(limit);
  tally.add(readFindings(requestHistory));
  tally.addUnknown(readUnknowns(requestHistory));
  for (const [key, attempts] of requestHistory.histories()) {
    const given = { key, attempts, said: requestHistory.statementOn(key), now };
    // Most keys have one submission and no statement, and there may be very many.
    if (attempts.length > 1)
      tally.add(attemptChecks.flatMap((check) => check(attempts, now) ?? []));
    if (given.said !== noStatement)
      tally.add(statementChecks.flatMap((check) => check(given) ?? []));
    addJobs(tally, world, attempts);
    tally.addUnknown(unknownsOf(given));
    tally.addUnknown(recordedUnknowns(key, attempts));
  }
  const { found, wasted } = tally;
  const { chaos } = world.rules;
  const drawn = chaos !== null && { chaos: describeChaos(chaos) };
  const shown = { clean: found === 0, ...tally.shown(), ...drawn };
  return { verdict: { ...shown, ...stubOutcome(world, shown, wishes) }, found, wasted };
}

function addJobs(tally: VerdictTally, world: ProviderState, attempts: readonly Attempt[]): void {
  const now = world.clock.now();
  const { requestHistory } = world;
  const { since } = requestHistory;
  const repeats = attempts.length > 1 ? needlessJobs(attempts) : new Set<Attempt>();
  for (const attempt of attempts.filter(isAccepted)) {
    const listedAt = requestHistory.listedAt(attempt.account);
    const { downloads = 0 } = requestHistory.duplicateOf(attempt.job.id) ?? {};
    const taken = world.callbacks.ofJob(attempt.job.id).filter(({ isTaken }) => isTaken);
    const called = { atAll: taken.length > 0, atEnd: taken.some(({ event }) => event === 'ended') };
    const isRepeat = repeats.has(attempt);
    const given = { now, isRepeat, listedAt, hasDouble: downloads > 0, called, since };
    tally.add(jobChecks.flatMap((check) => check(attempt, given) ?? []));
    const untraceable = untraceableVideo(attempt, given);
    if (untraceable !== undefined) tally.addUnknown([untraceable]);
  }
}

/** Acceptances that pay again. If a client downloaded only the later job's file, the earlier job is the wasted one. */
function needlessJobs(attempts: readonly Attempt[]): ReadonlySet<Attempt> {
  const repeats = repeatedAcceptances(attempts);
  const needless = new Set(repeats);
  const untaken = new Map<string, Attempt[]>();
  for (const attempt of attempts) {
    if (!isAccepted(attempt) || attempt.downloads > 0 || needless.has(attempt)) continue;
    const same = untaken.get(attempt.content);
    if (same === undefined) untaken.set(attempt.content, [attempt]);
    else same.push(attempt);
  }
  for (const repeat of repeats) {
    if (!isAccepted(repeat) || repeat.downloads === 0) continue;
    const instead = untaken.get(repeat.content)?.pop();
    if (instead === undefined) continue;
    needless.delete(repeat);
    needless.add(instead);
  }
  return needless;
}
