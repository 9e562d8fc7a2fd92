import { describeChaos } from '../faults/chaos.ts';
import { isAccepted } from '../records/attempt-chain.ts';
import type { AcceptedAttempt } from '../records/exchange.ts';
import { noStatement } from '../records/statements.ts';
import type { ProviderState } from '../state/provider-state.ts';
import { attemptFindings } from './check-attempts.ts';
import { fateOf, jobFindings, stillOpen } from './check-job.ts';
import { readFindings } from './check-reads.ts';
import { statementFindings, unstated } from './check-statement.ts';
import { decide, type Exceptions } from './exceptions.ts';
import type { Evidence, FoundFinding, Undecided } from './finding.ts';
import { counted, waitText } from './print-verdict.ts';
import { findRepeats } from './repeated-payments.ts';
import { nothingSeen, recordedGaps, unseenRedirects, unusedRules } from './undecided-results.ts';
import { VerdictTally } from './verdict-tally.ts';
import type { VerdictReport } from './verdict.ts';

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
  const { tally, remarks } = tallyOf(world, wish);
  const decided = decide(
    { findings: tally.findings.groups, undecided: tally.undecided.groups },
    wish,
  );
  const { outcome, missing, found, wasted } = decided;
  const { accepted: jobs, taken: credits } = world.accounts.counts();
  const { requests } = requestHistory.exchanges;
  const findings = decided.findings.slice(0, wish.limit).map(({ evidence, ...one }) => ({
    ...one,
    evidence: evidence.map((entry) => evidenceOf(world, entry)),
  }));
  const undecided = decided.undecided.slice(0, wish.limit);
  const more = { findings: found - findings.length, undecided: decided.open - undecided.length };
  const verdict = {
    space: name,
    outcome,
    summary: `space ${name}: ${counted(requests, 'request')}, ${counted(jobs, 'job')}, ${counted(credits, 'credit')}`,
    seen: { requests, submissions: requestHistory.submissions, jobs, credits },
    findings,
    undecided,
    missing,
    remarks: [...remarks, ...decided.remarks],
    ...(more.findings + more.undecided > 0 && { more }),
    ...(rules.chaos !== null && { chaos: describeChaos(rules.chaos) }),
  };
  return { verdict, found, wasted };
}

function tallyOf(world: ProviderState, wish: VerdictWish) {
  const { requestHistory, rules } = world;
  const now = world.clock.now();
  const { mode } = world.clock.setting();
  const words = (ms: number) => waitText(ms, mode);
  const findings = new VerdictTally<FoundFinding>(wish.limit);
  const undecided = new VerdictTally<Undecided>(wish.limit);
  const isUnseen = requestHistory.submissions === 0 && requestHistory.accepted.length === 0;
  if (isUnseen && wish.jobs !== 0) undecided.add([nothingSeen(requestHistory)]);
  undecided.add(unusedRules(rules.all()));
  findings.add(readFindings(requestHistory));
  undecided.add(unseenRedirects(requestHistory));
  const repeats = findRepeats(world, wish);
  findings.add(repeats.findings);
  for (const [key, attempts] of requestHistory.histories()) {
    const given = { key, attempts, said: requestHistory.statementOn(key), now };
    // Most keys have one submission and no statement, and there may be very many.
    if (attempts.length > 1) {
      findings.add(attemptFindings(attempts, words));
      findings.add(repeats.ofKey(attempts));
    }
    if (given.said !== noStatement) findings.add(statementFindings(given));
    const lost = new Set<AcceptedAttempt>();
    for (const attempt of attempts.filter(isAccepted)) {
      const about = { world, words, isNeedless: repeats.needless.has(attempt) };
      const fate = fateOf(attempt, about);
      findings.add(jobFindings(attempt, fate, about));
      undecided.add(stillOpen(attempt, fate));
      if (about.isNeedless || fate.kind === 'lost') lost.add(attempt);
    }
    undecided.add(unstated(given, lost));
    undecided.add(recordedGaps(key, attempts));
  }
  return { tally: { findings, undecided }, remarks: repeats.remarks };
}

/** The request of an entry, as far as the journal still has it. */
function evidenceOf({ requestHistory }: ProviderState, entry: number): Evidence {
  const exchange = requestHistory.journal.find(entry);
  if (exchange === undefined) return { request: entry };
  const { method, path } = exchange.request;
  return { request: entry, at: new Date(exchange.at).toISOString(), method, path };
}
