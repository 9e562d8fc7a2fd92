import type { CallbackQueue, DueCallback } from '../callbacks/callback-queue.ts';
import type { RequestHistory } from '../evidence/request-history.ts';
import type { SubmissionRules } from '../rules/submission-rules.ts';
import type { Symptom } from '../tokens/mock-instructions.ts';
import type { StandingCounts } from './account-standing.ts';
import type { ClockSetting } from './clock-setting.ts';
import type { LedgerFact, ReadFault } from './ledger-fact.ts';
import type { ResetKeeps } from './ledger-state.ts';
import type { MockAccountSettings } from './mock-account.ts';
import type { MockClock } from './mock-clock.ts';
import type { MockJob, MockJobState, MockSubmission } from './mock-job.ts';
import type { SubmissionRefusal } from './refusal.ts';
import type { Caller } from './submission-index.ts';

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly job: MockJob }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal }
  /**
   * Answered by a symptom that proves nothing. `job`: as it was accepted, or as it would have been; who answers is not told which
   * [mock.twins].
   */
  | { readonly kind: 'unproven'; readonly symptom: Symptom; readonly job: MockJob };

/** How a wire writes the id of a task, from 24 hexadecimal digits. */
export type TaskNaming = (digits: string) => string;

/** How a wire names what it takes. */
export interface WireNaming {
  readonly taskId: TaskNaming;
  /** Whether the correlation id is one that the client gave: a wire without such ids has a digest there. */
  readonly isNamed: boolean;
}

/** What a reset keeps. */
export interface StateLimits extends ResetKeeps {
  readonly rules: boolean;
}

/** The mock provider's truth: which submissions it accepted, what they cost, and how each job goes. */
export interface ProviderState {
  readonly clock: Omit<MockClock, 'advance' | 'put'>;
  /** Ids, links and videos follow from it. */
  readonly seed: string;
  /** How often it was emptied, or became another one. */
  readonly generation: number;
  /** Accepts or refuses one submission, at once. What is accepted outlives the process. */
  submit(account: string, submission: MockSubmission, naming?: WireNaming): SubmissionOutcome;
  /** Takes a job whose fate is laid down elsewhere, and notes its submission. */
  accept(job: MockJob): void;
  /** A named submission came again and was not taken: it was answered with this job, or, where it is null, refused. */
  noteRepeat(account: string, submission: MockSubmission, job: MockJob | null): void;
  /** Whether a name that was given before may come again, by its own tokens or those of a rule. */
  mayRepeat(account: string, submission: MockSubmission): boolean;
  /** What a test laid down for submissions to come. In no ledger. */
  readonly rules: SubmissionRules;
  /** What is known of the callers' doings, and notes of those that are being answered. */
  readonly requestHistory: RequestHistory;
  /** Callbacks to come, and what became of others. */
  readonly callbacks: CallbackQueue;
  /** A callback is over. `isTaken`: its receiver answered it with 2xx. */
  endCallback(due: DueCallback, isTaken: boolean): void;
  /** Resolves when everything accepted so far outlives a power loss. */
  flushed(): Promise<void>;
  /** The caller was told. */
  markAnswered(id: string): void;
  /** Undefined, too, when its caller had it erased. */
  find(id: string): MockJob | undefined;
  /** Its caller had it removed: no read finds it any more, and the ledger keeps it. */
  erase(id: string): void;
  /** Its caller ends it: an open job fails now, and gives its credits back if it has not run. One that ended stays as it is. */
  cancel(id: string): void;
  /** The accepted jobs of one submission; more than one when it was sent more than once. */
  findSubmission(account: string, correlationId: string, wire?: string): readonly MockJob[];
  /** In the order of acceptance; those of one account and wire cost the same among many others. */
  jobs(of?: Caller): Iterable<MockJob>;
  /** What the accepted jobs of an account come to, or of all. It costs the same among many. */
  counts(account?: string): StandingCounts;
  /** Where the job stands in truth. */
  stateOf(job: MockJob): MockJobState;
  /** What reads say of it [mock.read-lies]. */
  reportedState(job: MockJob): MockJobState;
  /** The instant as of which they do. */
  reportedAt(job: MockJob): number;
  /** Whether a status read of this job is not to find it this time. */
  isMissing(job: MockJob): boolean;
  /** Whether a read of this job is to fail this time. */
  spendReadFault(job: MockJob, fault: ReadFault): boolean;
  /** How often a link to this job's result has served that serves once. */
  linkUses(id: string): number;
  /** Such a link serves. */
  useLink(id: string): void;
  /** Digests of the submissions that a cassette refused on this wire, one for each time. */
  replayedRefusals(wire: string): readonly string[];
  /** A cassette refuses such a submission. */
  noteReplayedRefusal(wire: string, request: string): void;
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
  /** A caller waits for this instant: a clock that skips moves to it at once. */
  skipTo(instant: number): void;
  /** Moves a clock that skips to what was read since, once its readers have been told. */
  settleReads(): void;
  /** Forgets every job, account and rule, and puts the clock back to its start, but for what is kept. */
  reset(keep?: Partial<StateLimits>): void;
  /** All that a ledger keeps of the world. */
  facts(): Iterable<LedgerFact>;
  /** Becomes the world of these facts. Rules stay, and count from the beginning. */
  restore(facts: readonly LedgerFact[]): void;
}
