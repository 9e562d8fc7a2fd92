import type { AttemptFacts, Evidence } from '../evidence/evidence.ts';
import type { SubmissionTruth } from '../evidence/exchange.ts';
import type { StandingCounts } from './account-standing.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { LedgerFile } from './ledger-file.ts';
import { LedgerState } from './ledger-state.ts';
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
import { judgeSubmission, type SubmissionRefusal, type SubmissionVerdict } from './refusal.ts';
import { readSubmissionTokens, withoutTokens } from './submission-tokens.ts';
import { undrawableRefusal } from './undrawable-refusal.ts';

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly job: MockJob }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal };

/** How a wire writes the id of a task, from 24 hexadecimal digits. */
export type TaskNaming = (digits: string) => string;

/** How a wire names what it takes. */
export interface WireNaming {
  readonly taskId: TaskNaming;
  /** Whether the correlation id is one that the client gave: a wire without such ids has a digest there. */
  readonly isNamed: boolean;
}

const ownNaming: WireNaming = { taskId: (digits) => `gen_${digits}`, isNamed: true };

/** The mock provider's truth: which submissions it accepted, what they cost, and how each job goes. */
export interface MockWorld {
  readonly clock: Pick<MockClock, 'now' | 'scaled' | 'wallNow'>;
  /** Accepts or refuses one submission, at once. What is accepted outlives the process. */
  submit(account: string, submission: MockSubmission, naming?: WireNaming): SubmissionOutcome;
  /** A named submission came again and was not taken: it was answered with this job, or, where it is null, refused. */
  noteRepeat(account: string, submission: MockSubmission, job: MockJob | null): void;
  /** What is known of the callers' doings, and notes of those that are being answered. */
  readonly evidence: Evidence;
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
  /** What the accepted jobs of an account come to, or of all. It costs the same among many. */
  counts(account?: string): StandingCounts;
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
  readonly #state: LedgerState;

  constructor({ clock, ledger, seed, accounts }: MockWorldOptions) {
    this.clock = clock;
    this.#ledger = ledger;
    this.#seed = seed;
    this.#described = accounts;
    this.#state = new LedgerState(clock, (id) => this.#record({ fact: 'downloaded', id }));
    for (const fact of ledger.read()) this.#state.apply(fact);
  }

  get evidence(): Evidence {
    return this.#state.evidence;
  }

  submit(account: string, sent: MockSubmission, naming = ownNaming): SubmissionOutcome {
    const submission = withoutTokens(sent);
    const facts = this.#attemptOf(account, submission, naming.isNamed);
    const verdict = this.#judge(account, sent, submission);
    if (verdict.kind === 'refused') {
      this.#noteRefusal(facts, verdict.refusal);
      return verdict;
    }
    const { instructions } = verdict;
    const { clock } = this;
    const earlier = this.#state.submissionsOf({ ...submission, account }).length;
    const [seed, { taskId }] = [this.#seed, naming];
    const planned = planJob({ seed, account, submission, instructions, earlier, clock, taskId });
    const { key } = facts;
    const attempt = this.evidence.nextAttempt(key);
    this.#record({ fact: 'accepted', job: planned, key, attempt });
    return { kind: 'accepted', job: this.#state.job(planned.id) ?? planned };
  }

  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    const facts = this.#attemptOf(account, withoutTokens(sent), true);
    const truth: SubmissionTruth = job === null ? 'refused' : 'repeated';
    const means = job === null ? 'refused' : 'accepted';
    this.evidence.addAttempt(facts, { truth, job, means });
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }

  markAnswered(id: string): void {
    if (this.#state.job(id) !== undefined) this.#record({ fact: 'answered', id });
  }

  wasAnswered(id: string): boolean {
    return this.evidence.ofJob(id)?.means === 'accepted';
  }

  find(id: string): MockJob | undefined {
    return this.#state.erased.has(id) ? undefined : this.#state.job(id);
  }

  erase(id: string): void {
    if (this.#state.job(id) === undefined) return;
    this.evidence.exchanges.asks('cancel', id);
    this.#record({ fact: 'erased', id });
  }

  cancel(id: string): void {
    const job = this.#state.job(id);
    const at = this.clock.now();
    this.evidence.exchanges.asks('cancel', job?.id);
    if (job !== undefined && at < job.endsAt) this.#record({ fact: 'canceled', id, at });
  }

  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    this.evidence.exchanges.asks('search');
    return this.#state.submissionsOf({ account, correlationId, wire });
  }

  jobs(): Iterable<MockJob> {
    return this.evidence.accepted.map(({ job }) => job);
  }

  counts(account?: string): StandingCounts {
    return this.#state.counts(this.clock.now(), account);
  }

  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.#state.failedReads(id, fault) >= wanted) return false;
    this.#record({ fact: 'read-failed', id, fault });
    this.evidence.exchanges.isDisturbed();
    return true;
  }

  account(key: string): MockAccountSettings {
    return this.#state.settings.get(key) ?? { ...startingAccount(key), ...this.#described?.[key] };
  }

  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.#record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
    this.evidence.exchanges.settingsChange();
  }

  creditsOf(key: string): number {
    this.evidence.exchanges.asks('account');
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

  reset(): void {
    this.#record({ fact: 'reset' });
  }

  #attemptOf(account: string, submission: MockSubmission, isNamed: boolean): AttemptFacts {
    const ownId = isNamed ? submission.correlationId : null;
    return this.evidence.factsOf(account, submission, ownId);
  }

  #judge(account: string, sent: MockSubmission, submission: MockSubmission): SubmissionVerdict {
    return (
      undrawableRefusal(submission) ??
      judgeSubmission({
        tokens: readSubmissionTokens(sent),
        submission,
        charge: chargeFor(submission),
        settings: this.account(account),
        standing: this.#state.standing(account),
        clock: this.clock,
      })
    );
  }

  #noteRefusal(facts: AttemptFacts, { as, kind, retryAfterMs }: SubmissionRefusal): void {
    const truth: SubmissionTruth = as === 'lost-request' ? 'lost' : 'refused';
    const means = as === undefined ? 'refused' : 'nothing';
    this.evidence.addAttempt(facts, { truth, job: null, means });
    this.evidence.exchanges.asksToWait(retryAfterMs);
    if (kind === 'concurrency') this.evidence.seeFull(facts.account);
  }

  #record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.#state.apply(fact);
  }
}
