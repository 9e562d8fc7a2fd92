import { type AccountStanding, createAccountStanding } from './account-standing.ts';
import { createJobIndex } from './job-index.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { type MockAccountSettings, startingAccount } from './mock-account.ts';
import { type MockClock, requireAdvance } from './mock-clock.ts';
import {
  type MockJob,
  type MockJobState,
  type MockSubmission,
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
  readonly clock: Pick<MockClock, 'now' | 'scaled' | 'wallNow'>;
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
  /** Forgets every job and account; the clock stays. */
  reset(): void;
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
  readonly #seed: string;
  readonly #described: MockWorldOptions['accounts'];
  readonly #settings = new Map<string, MockAccountSettings>();
  readonly #jobs = createJobIndex();
  readonly #standings = new Map<string, AccountStanding>();
  readonly #answered = new Set<string>();
  readonly #erased = new Set<string>();
  readonly #failedReads = new Map<string, number>();

  constructor({ clock, ledger, seed, accounts }: MockWorldOptions) {
    this.clock = clock;
    this.#ledger = ledger;
    this.#seed = seed;
    this.#described = accounts;
    for (const fact of ledger.read()) this.#apply(fact);
  }

  submit(account: string, sent: MockSubmission, taskId: TaskNaming = ownNaming): SubmissionOutcome {
    const { clock } = this;
    const submission = withoutTokens(sent);
    const undrawable = undrawableRefusal(submission);
    if (undrawable !== undefined) return undrawable;
    const verdict = judgeSubmission({
      tokens: readSubmissionTokens(sent),
      submission,
      charge: chargeFor(submission),
      settings: this.account(account),
      standing: this.#standing(account),
      clock,
    });
    if (verdict.kind === 'refused') return verdict;
    const { instructions } = verdict;
    const { correlationId, wire } = submission;
    const earlier = this.findSubmission(account, correlationId, wire).length;
    const seed = this.#seed;
    const job = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    this.#record({ fact: 'accepted', job });
    return { kind: 'accepted', job };
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }

  markAnswered(id: string): void {
    if (this.#jobs.get(id) !== undefined) this.#record({ fact: 'answered', id });
  }

  wasAnswered(id: string): boolean {
    return this.#answered.has(id);
  }

  find(id: string): MockJob | undefined {
    return this.#erased.has(id) ? undefined : this.#jobs.get(id);
  }

  erase(id: string): void {
    if (this.#jobs.get(id) !== undefined) this.#record({ fact: 'erased', id });
  }

  cancel(id: string): void {
    const job = this.#jobs.get(id);
    const at = this.clock.now();
    if (job !== undefined && at < job.endsAt) this.#record({ fact: 'canceled', id, at });
  }

  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    return this.#jobs.named({ account, correlationId, wire });
  }

  jobs(): Iterable<MockJob> {
    return this.#jobs.values();
  }

  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || (this.#failedReads.get(readKey(id, fault)) ?? 0) >= wanted) return false;
    this.#record({ fact: 'read-failed', id, fault });
    return true;
  }

  account(key: string): MockAccountSettings {
    return this.#settings.get(key) ?? { ...startingAccount(key), ...this.#described?.[key] };
  }

  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.#record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
  }

  creditsOf(key: string): number {
    return Math.max(0, this.account(key).credits - this.#standing(key).taken(this.clock.now()));
  }

  inFlight(key: string): number {
    return this.#standing(key).inFlight(this.clock.now());
  }

  advanceClock(ms: number): void {
    requireAdvance(this.clock, ms);
    this.#record({ fact: 'advanced', ms });
  }

  reset(): void {
    this.#record({ fact: 'reset' });
  }

  #standing(key: string): AccountStanding {
    const standing = this.#standings.get(key) ?? createAccountStanding();
    this.#standings.set(key, standing);
    return standing;
  }

  #record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.#apply(fact);
  }

  #apply(fact: LedgerFact): void {
    switch (fact.fact) {
      case 'accepted':
        this.#jobs.add(fact.job);
        this.#standing(fact.job.account).accept(fact.job);
        return;
      case 'answered':
        this.#answered.add(fact.id);
        return;
      case 'read-failed': {
        const key = readKey(fact.id, fact.fault);
        this.#failedReads.set(key, (this.#failedReads.get(key) ?? 0) + 1);
        return;
      }
      case 'erased':
        this.#erased.add(fact.id);
        return;
      case 'canceled': {
        const job = this.#jobs.cancel(fact.id, fact.at);
        if (job !== undefined) this.#standing(job.account).cancel(job);
        return;
      }
      case 'account':
        this.#settings.set(fact.key, fact.settings);
        return;
      case 'advanced':
        this.clock.advance(fact.ms);
        return;
      case 'reset':
        this.#forget();
    }
  }

  #forget(): void {
    this.#jobs.clear();
    this.#standings.clear();
    this.#answered.clear();
    this.#erased.clear();
    this.#failedReads.clear();
    this.#settings.clear();
  }
}

function readKey(id: string, fault: ReadFault): string {
  return `${fault} ${id}`;
}
