import type { ClockSetting } from './clock-setting.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { LedgerState, type ResetKeeps } from './ledger-state.ts';
import { type MockAccountSettings, startingAccount } from './mock-account.ts';
import { advanceProblem, type MockClock, requireAdvance } from './mock-clock.ts';
import {
  type MockJob,
  type MockJobState,
  type MockSubmission,
  nextChange,
  ownWire,
  stateAt,
} from './mock-job.ts';
import { chargeFor, planJob } from './plan-job.ts';
import { judgeSubmission, type SubmissionRefusal } from './refusal.ts';
import { readSubmissionTokens, withoutTokens } from './submission-tokens.ts';
import { undrawableRefusal } from './undrawable-refusal.ts';

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly job: MockJob }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal };

/** How a wire writes the id of a task, from 24 hexadecimal digits. */
export type TaskNaming = (digits: string) => string;

const ownNaming: TaskNaming = (digits) => `gen_${digits}`;

/** The mock provider's truth: which submissions it accepted, what they cost, and how each job goes. */
export interface MockWorld {
  readonly clock: Omit<MockClock, 'advance' | 'put'>;
  /** Ids, links and videos follow from it. */
  readonly seed: string;
  /** Accepts or refuses one submission, at once. What is accepted outlives the process. */
  submit(account: string, submission: MockSubmission, naming?: TaskNaming): SubmissionOutcome;
  /** Resolves when everything accepted so far outlives a power loss. */
  flushed(): Promise<void>;
  /** The caller was told. */
  markAnswered(id: string): void;
  wasAnswered(id: string): boolean;
  /** Undefined, too, when its caller had it erased. */
  find(id: string): MockJob | undefined;
  /** Its caller had it removed: no read finds it any more, and the ledger keeps it. */
  erase(id: string): void;
  /** Its caller ends it: an open job fails now, and gives its credits back if it has not run. One that ended stays as it is. */
  cancel(id: string): void;
  /** The accepted jobs of one submission; more than one when it was sent more than once. */
  findSubmission(account: string, correlationId: string, wire?: string): readonly MockJob[];
  /** In the order of acceptance. */
  jobs(): Iterable<MockJob>;
  stateOf(job: MockJob): MockJobState;
  /** Whether a read of this job is to fail this time. */
  spendReadFault(job: MockJob, fault: ReadFault): boolean;
  account(key: string): MockAccountSettings;
  /** Sets what an account key may do from now on. */
  describeAccount(key: string, settings: Partial<MockAccountSettings>): void;
  /** Credits left: the starting balance less what its jobs took; never below 0. */
  creditsOf(key: string): number;
  inFlight(key: string): number;
  /** Moves the clock ahead by unscaled ms. Throws a RangeError where `advanceProblem` sees one. */
  advanceClock(ms: number): void;
  /** Goes by this setting from now on. Only a world without jobs may go back. */
  setClock(setting: ClockSetting): void;
  /** The caller is told how the job stands: a clock that skips will move to its next change. */
  noteRead(job: MockJob): void;
  /** Moves a clock that skips to what was read since, once its readers have been told. */
  settleReads(): void;
  /** Forgets every job and account, and puts the clock back to its start, but for what is kept. */
  reset(keep?: Partial<ResetKeeps>): void;
  /** All there is to say of the world. */
  facts(): Iterable<LedgerFact>;
  /** Becomes the world of these facts. */
  restore(facts: readonly LedgerFact[]): void;
}

export interface MockWorldOptions {
  readonly clock: MockClock;
  readonly ledger: LedgerFile;
  readonly seed: string;
  /** What keys start as; others follow from their name. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/** Opens the world as its ledger tells it. */
export function createMockWorld(options: MockWorldOptions): MockWorld {
  return new LedgerWorld(options);
}

class LedgerWorld implements MockWorld {
  readonly clock: MockClock;
  readonly #ledger: LedgerFile;
  readonly #state: LedgerState;
  readonly #described: MockWorldOptions['accounts'];
  /** The change that a clock that skips moves to next. */
  #readUpTo = Number.NEGATIVE_INFINITY;

  constructor({ clock, ledger, seed, accounts }: MockWorldOptions) {
    this.clock = clock;
    this.#ledger = ledger;
    this.#state = new LedgerState(clock, seed);
    this.#described = accounts;
    for (const fact of ledger.read()) this.#state.apply(fact);
  }

  get seed(): string {
    return this.#state.seed;
  }

  submit(account: string, sent: MockSubmission, taskId: TaskNaming = ownNaming): SubmissionOutcome {
    const { clock, seed } = this;
    const submission = withoutTokens(sent);
    const undrawable = undrawableRefusal(submission);
    if (undrawable !== undefined) return undrawable;
    const verdict = judgeSubmission({
      tokens: readSubmissionTokens(sent),
      submission,
      charge: chargeFor(submission),
      settings: this.account(account),
      standing: this.#state.standing(account),
      clock,
    });
    if (verdict.kind === 'refused') return verdict;
    const { instructions } = verdict;
    const { correlationId, wire } = submission;
    const earlier = this.findSubmission(account, correlationId, wire).length;
    const job = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    this.#record({ fact: 'accepted', job });
    return { kind: 'accepted', job };
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }

  markAnswered(id: string): void {
    if (this.#state.jobs.get(id) !== undefined) this.#record({ fact: 'answered', id });
  }

  wasAnswered(id: string): boolean {
    return this.#state.answered.has(id);
  }

  find(id: string): MockJob | undefined {
    return this.#state.erased.has(id) ? undefined : this.#state.jobs.get(id);
  }

  erase(id: string): void {
    if (this.#state.jobs.get(id) !== undefined) this.#record({ fact: 'erased', id });
  }

  cancel(id: string): void {
    const job = this.#state.jobs.get(id);
    const at = this.clock.now();
    if (job !== undefined && at < job.endsAt) this.#record({ fact: 'canceled', id, at });
  }

  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    return this.#state.jobs.named({ account, correlationId, wire });
  }

  jobs(): Iterable<MockJob> {
    return this.#state.jobs.values();
  }

  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.#state.failedReads(id, fault) >= wanted) return false;
    this.#record({ fact: 'read-failed', id, fault });
    return true;
  }

  account(key: string): MockAccountSettings {
    return this.#state.settings.get(key) ?? { ...startingAccount(key), ...this.#described?.[key] };
  }

  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.#record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
  }

  creditsOf(key: string): number {
    const taken = this.#state.standing(key).taken(this.clock.now());
    return Math.max(0, this.account(key).credits - taken);
  }

  inFlight(key: string): number {
    return this.#state.standing(key).inFlight(this.clock.now());
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

  settleReads(): void {
    const ms = this.#readUpTo - this.clock.now();
    this.#readUpTo = Number.NEGATIVE_INFINITY;
    if (ms > 0 && advanceProblem(this.clock, ms) === undefined) this.advanceClock(ms);
  }

  reset({ clock = false, accounts = false }: Partial<ResetKeeps> = {}): void {
    this.restore([...this.#state.keptFacts({ clock, accounts })]);
  }

  facts(): Iterable<LedgerFact> {
    return this.#state.facts();
  }

  restore(facts: readonly LedgerFact[]): void {
    this.#ledger.rewrite(facts);
    this.#state.replace(facts);
    this.#readUpTo = Number.NEGATIVE_INFINITY;
  }

  #record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.#state.apply(fact);
  }
}
