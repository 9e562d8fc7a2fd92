import type { CallbackQueue, DueCallback } from '../records/callback-queue.ts';
import type { RequestHistory } from '../records/request-history.ts';
import { SubmissionRules } from '../faults/submission-rules.ts';
import type { AccountCounts } from './account-tally.ts';
import type { ClockSetting } from '../job/clock-setting.ts';
import type { ReadFault } from '../job/mock-instructions.ts';
import type { LedgerFact } from '../records/ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { LedgerState } from './ledger-state.ts';
import { type MockAccountSettings, startingAccount } from '../job/mock-account.ts';
import { advanceProblem, type MockClock, requireAdvance } from '../job/mock-clock.ts';
import {
  type MockJob,
  type MockJobState,
  type MockSubmission,
  ownWire,
  stateAt,
} from '../job/mock-job.ts';
import type { ProviderState, SubmissionOutcome, StateLimits } from './provider-state.ts';
import { ownNaming, SubmissionIntake } from './submission-intake.ts';
import type { Caller } from './submission-index.ts';
import { hasVanished, nextChange, reportedAt, reportedState } from '../job/reported-job.ts';

export interface ProviderStateOptions {
  readonly clock: MockClock;
  readonly ledger: LedgerFile;
  readonly seed: string;
  /** Initial state of keys; others follow from their name. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/** Opens a space's state from its ledger. */
export function createProviderState(options: ProviderStateOptions): ProviderState {
  return new RecordedProviderState(options);
}

class RecordedProviderState implements ProviderState {
  readonly clock: MockClock;
  readonly rules = new SubmissionRules();
  readonly #ledger: LedgerFile;
  readonly #described: ProviderStateOptions['accounts'];
  readonly #state: LedgerState;
  readonly #intake: SubmissionIntake;
  /** The change to which a clock that skips moves next. */
  #readUpTo = Number.NEGATIVE_INFINITY;

  constructor({ clock, ledger, seed, accounts }: ProviderStateOptions) {
    this.clock = clock;
    this.#ledger = ledger;
    this.#described = accounts;
    this.#state = new LedgerState({ clock, seed }, (id) =>
      this.#record({ fact: 'downloaded', id }),
    );
    this.#intake = new SubmissionIntake({
      clock,
      rules: this.rules,
      state: this.#state,
      account: (key) => this.account(key),
      record: (fact) => this.#record(fact),
    });
    for (const fact of ledger.read()) this.#state.apply(fact);
    this.requestHistory.since = clock.now();
  }

  get seed(): string {
    return this.#state.seed;
  }

  get generation(): number {
    return this.#state.generation;
  }

  get requestHistory(): RequestHistory {
    return this.#state.requestHistory;
  }

  get callbacks(): CallbackQueue {
    return this.#state.callbacks;
  }

  endCallback({ job: id, event }: DueCallback, isTaken: boolean): void {
    this.#record({ fact: 'called-back', id, event, isTaken });
  }

  submit(account: string, sent: MockSubmission, naming = ownNaming): SubmissionOutcome {
    return this.#intake.submit(account, sent, naming);
  }

  accept(job: MockJob): void {
    const { key } = this.requestHistory.factsOf(job.account, job, null);
    this.#record({ fact: 'accepted', job, key, attempt: this.requestHistory.nextAttempt(key) });
  }

  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    this.#intake.noteRepeat(account, sent, job);
  }

  mayRepeat(account: string, sent: MockSubmission): boolean {
    return this.#intake.mayRepeat(account, sent);
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }

  markAnswered(id: string): void {
    if (this.#state.job(id) !== undefined) this.#record({ fact: 'answered', id });
  }

  find(id: string): MockJob | undefined {
    return this.#state.erased.has(id) ? undefined : this.#state.job(id);
  }

  erase(id: string): void {
    if (this.#state.job(id) === undefined) return;
    this.requestHistory.exchanges.asks('cancel', id);
    this.#record({ fact: 'erased', id });
  }

  cancel(id: string): void {
    const job = this.#state.job(id);
    this.requestHistory.exchanges.asks('cancel', job?.id);
    const at = this.clock.now();
    if (job !== undefined && at < job.endsAt) this.#record({ fact: 'canceled', id, at });
  }

  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    this.requestHistory.exchanges.asks('search');
    return this.#state.submissionsOf({ account, correlationId, wire });
  }

  jobs(of?: Caller): Iterable<MockJob> {
    const all = this.requestHistory.accepted;
    return of === undefined ? all.map(({ job }) => job) : this.#state.jobsOf(of);
  }

  counts(account?: string): AccountCounts {
    return this.#state.counts(this.clock.now(), account);
  }

  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  reportedState(job: MockJob): MockJobState {
    return reportedState(job, this.clock.now());
  }

  reportedAt(job: MockJob): number {
    return reportedAt(job, this.clock.now());
  }

  isMissing(job: MockJob): boolean {
    const isGone = hasVanished(job, this.clock.now());
    if (isGone) this.requestHistory.exchanges.isDisturbed();
    return isGone;
  }

  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.#state.reads.failed(id, fault) >= wanted) return false;
    // Infinity is the fault of a rule: counts of the job's own tokens are not used up.
    if (wanted !== Infinity) this.#record({ fact: 'read-failed', id, fault });
    this.requestHistory.exchanges.isDisturbed();
    return true;
  }

  linkUses(id: string): number {
    return this.#state.reads.linkUses(id);
  }

  useLink(id: string): void {
    this.#record({ fact: 'link-used', id });
  }

  account(key: string): MockAccountSettings {
    return this.#state.settings.get(key) ?? { ...startingAccount(key), ...this.#described?.[key] };
  }

  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.#record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
    this.requestHistory.exchanges.settingsChange();
  }

  creditsOf(key: string): number {
    this.requestHistory.exchanges.asks('account');
    const taken = this.#state.tally(key).taken(this.clock.now());
    return Math.max(0, this.account(key).credits - taken);
  }

  inFlight(key: string): number {
    return this.#state.tally(key).inFlight(this.clock.now());
  }

  advanceClock(ms: number): void {
    requireAdvance(this.clock, ms);
    this.#record({ fact: 'advanced', ms });
  }

  setClock(setting: ClockSetting): void {
    this.#record({ fact: 'clock', setting });
  }

  noteRead(job: MockJob): void {
    if (this.clock.setting().mode.kind !== 'skip') return;
    const next = nextChange(job, this.clock.now());
    if (next !== undefined) this.#readUpTo = Math.max(this.#readUpTo, next);
  }

  skipTo(instant: number): void {
    const ms = instant - this.clock.now();
    if (this.clock.setting().mode.kind !== 'skip' || ms <= 0) return;
    if (advanceProblem(this.clock, ms) === undefined) this.advanceClock(ms);
  }

  settleReads(): void {
    const instant = this.#readUpTo;
    this.#readUpTo = Number.NEGATIVE_INFINITY;
    this.skipTo(instant);
  }

  reset({ rules = false, ...keep }: Partial<StateLimits> = {}): void {
    this.restore([...this.#state.keptFacts({ clock: false, accounts: false, ...keep })]);
    if (!rules) this.rules.clear();
  }

  facts(): Iterable<LedgerFact> {
    return this.#state.facts();
  }

  restore(facts: readonly LedgerFact[]): void {
    this.#ledger.rewrite(facts);
    this.#state.replace(facts);
    this.requestHistory.since = this.clock.now();
    this.#readUpTo = Number.NEGATIVE_INFINITY;
    this.rules.restart();
  }

  #record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.#state.apply(fact);
  }
}
