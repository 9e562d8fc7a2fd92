import { isDeepStrictEqual } from 'node:util';
import { CallbackQueue } from '../records/callback-queue.ts';
import { RequestHistory } from '../records/request-history.ts';
import { type AccountTally, createAccountTally, type AccountCounts } from './account-tally.ts';
import { type ClockSetting, resetClock } from '../job/clock-setting.ts';
import { JobCompactor } from '../job/compact-job.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { MockClock } from '../job/mock-clock.ts';
import { canceledJob, type MockJob } from '../job/mock-job.ts';
import { ReadCounts } from './read-counts.ts';
import { type Caller, SubmissionIndex, type SubmissionName } from './submission-index.ts';

/** Parts that survive a reset. */
export interface ResetKeeps {
  readonly clock: boolean;
  readonly accounts: boolean;
}

/** State computed from the facts of a ledger. It changes by facts only. */
export class LedgerState {
  readonly requestHistory: RequestHistory;
  readonly settings = new Map<string, MockAccountSettings>();
  readonly erased = new Set<string>();
  readonly callbacks: CallbackQueue;
  readonly reads = new ReadCounts();
  /** Ids, links and videos follow from the seed. */
  readonly seed: string;
  /** Number of resets. */
  generation = 0;
  readonly #clock: MockClock;
  readonly #ownSetting: ClockSetting;
  readonly #tallies = new Map<string, AccountTally>();
  readonly #submissions = new SubmissionIndex();
  readonly #compactor = new JobCompactor();

  constructor(clock: MockClock, seed: string, onDownload: (job: string) => void) {
    this.seed = seed;
    this.#clock = clock;
    this.#ownSetting = clock.setting();
    this.callbacks = new CallbackQueue(clock);
    this.requestHistory = new RequestHistory(clock, onDownload);
  }

  tally(key: string): AccountTally {
    const tally = this.#tallies.get(key) ?? createAccountTally();
    this.#tallies.set(key, tally);
    return tally;
  }

  /** An accepted job, deleted or not. */
  job(id: string): MockJob | undefined {
    return this.requestHistory.ofJob(id)?.job;
  }

  /** Counts of an account's accepted jobs, or of all if it is undefined. */
  counts(now: number, account?: string): AccountCounts {
    const chosen = account === undefined ? this.#tallies.values() : [this.#tallies.get(account)];
    const total = { accepted: 0, running: 0, failed: 0, taken: 0 };
    for (const tally of chosen) {
      if (tally === undefined) continue;
      const { accepted, running, failed, taken } = tally.counts(now);
      total.accepted += accepted;
      total.running += running;
      total.failed += failed;
      total.taken += taken;
    }
    return total;
  }

  jobsOf(caller: Caller): readonly MockJob[] {
    return this.#submissions.of(caller);
  }

  submissionsOf(name: SubmissionName): readonly MockJob[] {
    return this.#submissions.find(name);
  }

  submissionCount(name: SubmissionName): number {
    return this.#submissions.count(name);
  }

  apply(fact: LedgerFact): void {
    switch (fact.fact) {
      case 'accepted':
        this.#accept(fact);
        return;
      case 'answered':
        this.requestHistory.reported(fact.id);
        return;
      case 'downloaded':
        this.requestHistory.downloaded(fact.id);
        return;
      case 'read-failed':
      case 'link-used':
        this.reads.add(fact);
        return;
      case 'called-back':
      case 'erased':
        this.#callNoMore(fact);
        return;
      case 'canceled':
        this.#cancel(fact);
        return;
      case 'account':
        this.settings.set(fact.key, fact.settings);
        return;
      case 'advanced':
      case 'clock':
        this.#moveClock(fact);
    }
  }

  /** Facts of the parts that are kept. Otherwise the clock starts again from its start, in the same mode. */
  *keptFacts(keep: ResetKeeps): Iterable<LedgerFact> {
    const current = this.#clock.setting();
    const setting = keep.clock ? current : resetClock(current);
    // A clock that was only moved is stored as a move, so that the process's own speed still applies after a restart.
    const { mode, start, at } = this.#ownSetting;
    if (!isDeepStrictEqual([setting.mode, setting.start], [mode, start]))
      yield { fact: 'clock', setting };
    else if (setting.at !== at) yield { fact: 'advanced', ms: setting.at - at };
    if (keep.accounts) yield* this.#accountFacts();
  }

  /** Replaces the state by that of these facts. */
  replace(facts: readonly LedgerFact[]): void {
    this.#forget();
    this.#clock.put(this.#ownSetting);
    for (const fact of facts) this.apply(fact);
  }

  *#accountFacts(): Iterable<LedgerFact> {
    for (const [key, settings] of this.settings) yield { fact: 'account', key, settings };
  }

  #moveClock(fact: Extract<LedgerFact, { readonly fact: 'advanced' | 'clock' }>): void {
    if (fact.fact === 'clock') this.#clock.put(fact.setting);
    else this.#clock.advance(fact.ms);
  }

  #accept(fact: Extract<LedgerFact, { readonly fact: 'accepted' }>): void {
    const { job } = fact;
    const kept = this.#compactor.compact(job);
    this.tally(job.account).accept(kept);
    const { key, attempt } = fact;
    const facts = { account: job.account, content: null, key };
    const outcome = { truth: 'accepted', job: kept, means: 'nothing' } as const;
    this.#submissions.add(this.requestHistory.addAttempt(facts, outcome, attempt));
    this.callbacks.order(job);
  }

  #cancel({ id, at }: Extract<LedgerFact, { readonly fact: 'canceled' }>): void {
    const attempt = this.requestHistory.ofJob(id);
    if (attempt === undefined) return;
    attempt.job = canceledJob(attempt.job, at);
    this.tally(attempt.job.account).cancel(attempt.job);
    this.callbacks.change(attempt.job);
  }

  #callNoMore(fact: Extract<LedgerFact, { readonly fact: 'called-back' | 'erased' }>): void {
    if (fact.fact === 'called-back') {
      this.callbacks.end(fact);
      return;
    }
    this.erased.add(fact.id);
    this.callbacks.drop(fact.id);
  }

  #forget(): void {
    this.generation += 1;
    this.#tallies.clear();
    this.#submissions.clear();
    this.#compactor.clear();
    this.erased.clear();
    this.callbacks.clear();
    this.reads.clear();
    this.settings.clear();
    this.requestHistory.clear();
  }
}
