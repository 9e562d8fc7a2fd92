import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt, Attempt } from '../records/exchange.ts';
import { noStatement } from '../records/statements.ts';
import { describeChaos } from '../faults/chaos.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { attemptChecks, isOfUnknownName, paidTwice } from './check-attempts.ts';
import { doublePaid, fateOf, jobChecks, lostVideo, stillOpen } from './check-job.ts';
import { readFindings, unseenRedirects } from './check-reads.ts';
import { recordedGaps } from './check-recorded.ts';
import { nothingSeen, unusedRules } from './check-space.ts';
import { statementChecks, unstated } from './check-statement.ts';
import { decide, type Exceptions } from './exceptions.ts';
import type { Evidence } from './finding.ts';
import { counted, waitText } from './print-verdict.ts';
import { findRepeats, type Repeats } from './repeated-payments.ts';
import type { VerdictReport } from './verdict.ts';
import { VerdictTally } from './verdict-tally.ts';

export interface VerdictWish extends Exceptions {
  /** Number of jobs that the test wants; absent = any. */
  readonly jobs?: number;
  /** True if every request of the space comes from one test. */
  readonly isSingleTest?: boolean;
  /** Maximum findings, most serious first, and maximum undecided results, that are shown. */
  readonly limit: number;
}

/** A space, as far as its verdict depends on it. */
export interface CheckedSpace {
  readonly name: string;
  readonly world: ProviderState;
}

/** True if a client called the space, or a ledger has jobs of it. */
export function wasCalled({ world: { requestHistory } }: CheckedSpace): boolean {
  return requestHistory.exchanges.requests > 0 || requestHistory.accepted.length > 0;
}

/** Checks the clients' actions recorded in a space. */
export function checkClients({ name, world }: CheckedSpace, wish: VerdictWish): VerdictReport {
  const { requestHistory, rules } = world;
  const repeats = findRepeats(world, wish);
  const tally = tallyOf(world, repeats, wish);
  const { found, wasted, open, ...decided } = decide(tally, wish);
  const { accepted, taken } = world.counts();
  const { requests } = requestHistory.exchanges;
  const seen = {
    requests,
    submissions: requestHistory.submissions,
    jobs: accepted,
    credits: taken,
  };
  const findings = decided.findings.slice(0, wish.limit).map(({ evidence, ...one }) => ({
    ...one,
    evidence: evidence.map((entry) => evidenceOf(world, entry)),
  }));
  const undecided = decided.undecided.slice(0, wish.limit);
  const more = { findings: found - findings.length, undecided: open - undecided.length };
  const verdict = {
    space: name,
    outcome: decided.outcome,
    summary: `space ${name}: ${counted(requests, 'request')}, ${counted(accepted, 'job')}, ${counted(taken, 'credit')}`,
    seen,
    findings,
    undecided,
    missing: decided.missing,
    remarks: [...repeats.remarks, ...decided.remarks],
    ...(more.findings + more.undecided > 0 && { more }),
    ...(rules.chaos !== null && { chaos: describeChaos(rules.chaos) }),
  };
  return { verdict, found, wasted };
}

function tallyOf(world: ProviderState, repeats: Repeats, wish: VerdictWish): VerdictTally {
  const { requestHistory, rules } = world;
  const now = world.clock.now();
  const { mode } = world.clock.setting();
  const words = (ms: number) => waitText(ms, mode);
  const tally = new VerdictTally(wish.limit);
  const isUnseen = requestHistory.submissions === 0 && requestHistory.accepted.length === 0;
  if (isUnseen && wish.jobs !== 0) tally.addUndecided([nothingSeen(requestHistory)]);
  tally.addUndecided(unusedRules(rules.all()));
  tally.add(readFindings(requestHistory));
  tally.addUndecided(unseenRedirects(requestHistory));
  tally.add(repeats.findings);
  for (const [key, attempts] of requestHistory.histories()) {
    const given = { key, attempts, said: requestHistory.statementOn(key), now };
    // Most keys have one submission and no statement, and there may be very many.
    if (attempts.length > 1) {
      tally.add(attemptChecks.flatMap((check) => check(attempts, words) ?? []));
      if (!repeats.isCounted && !isOfUnknownName(attempts))
        tally.add(
          paidTwice(attempts, repeats.ofKey(attempts), (repeat) => repeats.wastedBy(repeat)),
        );
    }
    if (given.said !== noStatement)
      tally.add(statementChecks.flatMap((check) => check(given) ?? []));
    const lost = addJobs(tally, { world, attempts, words, needless: repeats.needless });
    tally.addUndecided(unstated(given, (attempt) => !lost.has(attempt)));
    tally.addUndecided(recordedGaps(key, attempts));
  }
  return tally;
}

/** Adds the findings about the jobs of a key, and returns the jobs that are already in one as paid in vain. */
function addJobs(
  tally: VerdictTally,
  given: {
    readonly world: ProviderState;
    readonly attempts: readonly Attempt[];
    readonly words: (ms: number) => string;
    readonly needless: ReadonlySet<AcceptedAttempt>;
  },
): ReadonlySet<AcceptedAttempt> {
  const { world, attempts, words, needless } = given;
  const now = world.clock.now();
  const { requestHistory } = world;
  const { since } = requestHistory;
  const lost = new Set<AcceptedAttempt>();
  for (const attempt of attempts.filter(isAccepted)) {
    const double = requestHistory.duplicateOf(attempt.job.id);
    const taken = world.callbacks.ofJob(attempt.job.id).filter(({ isTaken }) => isTaken);
    const called = { atAll: taken.length > 0, atEnd: taken.some(({ event }) => event === 'ended') };
    const isNeedless = needless.has(attempt);
    const about = { now, isNeedless, double, called, since, words };
    const fate = fateOf(attempt, about);
    tally.add(lostVideo(attempt, fate, now));
    tally.add(doublePaid(attempt, about));
    tally.add(jobChecks.flatMap((check) => check(attempt, about) ?? []));
    tally.addUndecided(stillOpen(attempt, fate));
    if (isNeedless || fate.kind === 'lost') lost.add(attempt);
  }
  return lost;
}

/** The request of an entry, as far as the journal still has it. */
function evidenceOf({ requestHistory }: ProviderState, entry: number): Evidence {
  const exchange = requestHistory.journal.find(entry);
  if (exchange === undefined) return { request: entry };
  const { method, path } = exchange.request;
  return { request: entry, at: new Date(exchange.at).toISOString(), method, path };
}
