import { isDeepStrictEqual } from 'node:util';
import { CallbackQueue } from '../records/callback-queue.ts';
import { RequestHistory } from '../records/request-history.ts';
import { type AccountCounts, AccountTally } from './account-tally.ts';
import { type ClockSetting, resetClock } from '../job/clock-setting.ts';
import { CompactJob, type SharedFields } from '../job/compact-job.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { defaultMockAccount, type MockAccountSettings } from '../job/mock-account.ts';
import type { MockClock } from '../job/mock-clock.ts';
import { canceledJob, type MockJob } from '../job/mock-job.ts';
import type { ReadFault } from '../job/mock-instructions.ts';
import { SharedValues } from '../job/shared-values.ts';
import { SubmissionIndex } from './submission-index.ts';

/** Parts that survive a reset. */
export interface ResetKeeps {
  readonly clock: boolean;
  readonly accounts: boolean;
}

export interface LedgerStateOptions {
  readonly clock: MockClock;
  /** Absent = the state ends with the process. */
  readonly ledger?: LedgerFile | undefined;
  readonly seed: string;
  /** Initial state of keys; others have the default limits. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/** The state that follows from the facts of a ledger. It changes by facts only, each stored before it happens. */
export class LedgerState {
  readonly clock: Omit<MockClock, 'advance' | 'put'>;
  /** Ids, links and videos follow from the seed. */
  readonly seed: string;
  /** Records of the callers' actions, including current requests. */
  readonly requestHistory: RequestHistory;
  /** Pending callbacks, and the outcomes of others. */
  readonly callbacks: CallbackQueue;
  /** Accepted submissions by their names. */
  readonly submissions = new SubmissionIndex();
  readonly erased = new Set<string>();
  readonly #options: LedgerStateOptions;
  readonly #ownSetting: ClockSetting;
  readonly #settings = new Map<string, MockAccountSettings>();
  readonly #tallies = new Map<string, AccountTally>();
  /** Numbers of disturbed reads, by job and fault. */
  readonly #failedReads = new Map<string, number>();
  readonly #linkUses = new Map<string, number>();
  readonly #shared = new SharedValues<SharedFields>();
  #generation = 0;

  /** Opens the state from its ledger. */
  constructor(options: LedgerStateOptions) {
    const { clock, ledger } = options;
    this.#options = options;
    this.#ownSetting = clock.setting();
    this.clock = clock;
    this.seed = options.seed;
    this.callbacks = new CallbackQueue(clock);
    this.requestHistory = new RequestHistory(clock, (id) =>
      this.record({ fact: 'downloaded', id }),
    );
    for (const fact of ledger?.read() ?? []) this.#apply(fact);
    this.requestHistory.since = clock.now();
  }

  /** Number of resets. */
  get generation(): number {
    return this.#generation;
  }

  /** Settings of an account key. */
  account(key: string): MockAccountSettings {
    return this.#settings.get(key) ?? { ...defaultMockAccount, ...this.#options.accounts?.[key] };
  }

  /** Usage of an account key. */
  tally(key: string): AccountTally {
    const tally = this.#tallies.get(key) ?? new AccountTally();
    this.#tallies.set(key, tally);
    return tally;
  }

  /** Counts of an account's accepted jobs, or of all, at constant cost. */
  counts(account?: string): AccountCounts {
    const now = this.clock.now();
    if (account !== undefined) return this.tally(account).counts(now);
    const counts = [...this.#tallies.values()].map((tally) => tally.counts(now));
    const sumOf = (field: keyof AccountCounts) =>
      counts.reduce((sum, { [field]: count }) => sum + count, 0);
    return {
      accepted: sumOf('accepted'),
      running: sumOf('running'),
      failed: sumOf('failed'),
      taken: sumOf('taken'),
    };
  }

  /** An accepted job, deleted or not. */
  job(id: string): MockJob | undefined {
    return this.requestHistory.ofJob(id)?.job;
  }

  /** Number of uses of this job's one-use link. */
  linkUses(id: string): number {
    return this.#linkUses.get(id) ?? 0;
  }

  /** Number of reads of a job that were disturbed by this fault. */
  failedReads(id: string, fault: ReadFault): number {
    return this.#failedReads.get(`${id} ${fault}`) ?? 0;
  }

  /** Stores a fact, and applies it. */
  record(fact: LedgerFact): void {
    this.#options.ledger?.append(fact);
    this.#apply(fact);
  }

  /** Forgets everything but the parts that are kept. A clock that is not kept starts again, in the same mode. */
  restart(keep: ResetKeeps): void {
    const facts = [...this.#keptFacts(keep)];
    this.#options.ledger?.rewrite(facts);
    this.#forget();
    this.#options.clock.put(this.#ownSetting);
    for (const fact of facts) this.#apply(fact);
    this.requestHistory.since = this.clock.now();
  }

  #apply(fact: LedgerFact): void {
    switch (fact.fact) {
      case 'accepted':
        this.#accept(fact);
        return;
      case 'answered':
        this.requestHistory.note(fact.id, { means: 'accepted' });
        return;
      case 'downloaded':
        this.requestHistory.downloaded(fact.id);
        return;
      case 'read-failed':
        this.#failedReads.set(
          `${fact.id} ${fact.fault}`,
          this.failedReads(fact.id, fact.fault) + 1,
        );
        return;
      case 'link-used':
        this.#linkUses.set(fact.id, this.linkUses(fact.id) + 1);
        return;
      case 'called-back':
        this.callbacks.end(fact);
        return;
      case 'erased':
        this.erased.add(fact.id);
        this.callbacks.drop(fact.id);
        return;
      case 'canceled':
        this.#cancel(fact);
        return;
      case 'account':
        this.#settings.set(fact.key, fact.settings);
        return;
      case 'advanced':
        this.#options.clock.advance(fact.ms);
        return;
      case 'clock':
        this.#options.clock.put(fact.setting);
    }
  }

  *#keptFacts(keep: ResetKeeps): Iterable<LedgerFact> {
    const current = this.#options.clock.setting();
    const setting = keep.clock ? current : resetClock(current);
    // A clock that was only moved is stored as a move, so that the process's own speed still applies after a restart.
    const { mode, start, at } = this.#ownSetting;
    if (!isDeepStrictEqual([setting.mode, setting.start], [mode, start]))
      yield { fact: 'clock', setting };
    else if (setting.at !== at) yield { fact: 'advanced', ms: setting.at - at };
    if (!keep.accounts) return;
    for (const [key, settings] of this.#settings) yield { fact: 'account', key, settings };
  }

  #accept({ job, key, attempt }: Extract<LedgerFact, { readonly fact: 'accepted' }>): void {
    const kept = new CompactJob(job, this.#shared);
    this.tally(job.account).accept(kept);
    const facts = { account: job.account, content: null, key };
    const outcome = { truth: 'accepted', job: kept, means: 'nothing' } as const;
    this.requestHistory.addAttempt(facts, outcome, attempt);
    const accepted = this.requestHistory.ofJob(job.id);
    if (accepted !== undefined) this.submissions.add(accepted);
    this.callbacks.order(job);
  }

  #cancel({ id, at }: Extract<LedgerFact, { readonly fact: 'canceled' }>): void {
    const attempt = this.requestHistory.ofJob(id);
    if (attempt === undefined) return;
    attempt.job = canceledJob(attempt.job, at);
    this.tally(attempt.job.account).cancel(attempt.job);
    this.callbacks.change(attempt.job);
  }

  #forget(): void {
    this.#generation += 1;
    const { submissions, erased, callbacks, requestHistory } = this;
    for (const part of [submissions, erased, callbacks, requestHistory, this.#shared]) part.clear();
    for (const part of [this.#settings, this.#tallies, this.#failedReads, this.#linkUses])
      part.clear();
  }
}
