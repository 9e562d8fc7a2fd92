import type { CallbackQueue, DueCallback } from '../records/callback-queue.ts';
import type { RequestHistory } from '../records/request-history.ts';
import type { SubmissionRules } from '../faults/submission-rules.ts';
import type { ReadFault, Symptom } from '../job/mock-instructions.ts';
import type { AccountCounts } from './account-tally.ts';
import type { ClockSetting } from '../job/clock-setting.ts';
import type { ResetKeeps } from './ledger-state.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { MockJob, MockJobState, MockSubmission } from '../job/mock-job.ts';
import type { SubmissionRefusal } from './refusal.ts';
import type { Caller } from './submission-index.ts';

export type SubmissionOutcome =
  | { readonly kind: 'accepted'; readonly job: MockJob }
  | { readonly kind: 'refused'; readonly refusal: SubmissionRefusal }
  /** Answered by a symptom that proves nothing. `job`: accepted, or as it would have been [mock.twins]. */
  | { readonly kind: 'unproven'; readonly symptom: Symptom; readonly job: MockJob };

/** Builds a task id in an API's form, from 24 hexadecimal digits. */
export type TaskNaming = (digits: string) => string;

/** An API's names for submissions. */
export interface WireNaming {
  readonly taskId: TaskNaming;
  /** True if the client sent the correlation id: for an API without such ids it is a digest. */
  readonly isNamed: boolean;
}

/** Parts that a reset keeps. */
export interface StateLimits extends ResetKeeps {
  readonly rules: boolean;
}

/** Submissions of a space, and the jobs that were accepted of them. */
export interface Submissions {
  /** Accepts or refuses one submission, synchronously. An acceptance survives the process. */
  submit(account: string, submission: MockSubmission, naming?: WireNaming): SubmissionOutcome;
  /** Adds a job whose course is fixed elsewhere, and records its submission. */
  accept(job: MockJob): void;
  /** Records a repeated submission that was not accepted: answered with this job, or, if it is null, refused. */
  noteRepeat(account: string, submission: MockSubmission, job: MockJob | null): void;
  /** Returns true if a used key may be submitted again, by its own tokens or those of a rule. */
  mayRepeat(account: string, submission: MockSubmission): boolean;
  /** Records that the response reported the acceptance. */
  markAnswered(id: string): void;
  /** Also undefined if its caller deleted it. */
  find(id: string): MockJob | undefined;
  /** The accepted jobs of one submission; several if it was sent repeatedly. */
  findSubmission(account: string, correlationId: string, wire?: string): readonly MockJob[];
  /** In order of acceptance; a filter by account and API costs the same among many others. */
  jobs(of?: Caller): Iterable<MockJob>;
  /** Deletes a job for its caller: no read finds it any more, but the ledger keeps it. */
  erase(id: string): void;
  /** Cancels a job: an open one fails now, and gives its credits back if it has not run; an ended one is unchanged. */
  cancel(id: string): void;
}

/** Reads of jobs and of their results. */
export interface JobReads {
  /** True state of the job. */
  stateOf(job: MockJob): MockJobState;
  /** State reported by reads [mock.read-lies]. */
  reportedState(job: MockJob): MockJobState;
  /** Instant of that reported state. */
  reportedAt(job: MockJob): number;
  /** Returns true if this status read of the job must not find it. */
  isMissing(job: MockJob): boolean;
  /** Returns true if this read of the job must fail. */
  spendReadFault(job: MockJob, fault: ReadFault): boolean;
  /** Number of uses of this job's one-use link. */
  linkUses(id: string): number;
  /** Records a use of that link. */
  useLink(id: string): void;
}

/** Accounts of a space: limits and usage of each key. */
export interface Accounts {
  account(key: string): MockAccountSettings;
  /** Sets the limits of an account key from now on. */
  describeAccount(key: string, settings: Partial<MockAccountSettings>): void;
  /** Credits left: the starting balance less the charges of its jobs; never below 0. */
  creditsOf(key: string): number;
  inFlight(key: string): number;
  /** Counts of an account's accepted jobs, or of all, at constant cost. */
  counts(account?: string): AccountCounts;
}

/** Control of a space as a whole. */
export interface SpaceControl {
  /** Moves the clock ahead by unscaled ms. Throws a RangeError if `advanceProblem` finds a problem. */
  advanceClock(ms: number): void;
  /** Sets the clock. Only a space without jobs may go back. */
  setClock(setting: ClockSetting): void;
  /** Deletes all jobs, accounts and rules, and puts the clock back to its start, except for what is kept. */
  reset(keep?: Partial<StateLimits>): void;
  /** Completes a callback. `isTaken`: its receiver responded with 2xx. */
  endCallback(due: DueCallback, isTaken: boolean): void;
  /** Resolves when everything accepted so far is safe from a power loss. */
  flushed(): Promise<void>;
}

/** State of the mock provider: the accepted submissions, their cost, and the course of each job. */
export type ProviderState = Submissions &
  JobReads &
  Accounts &
  SpaceControl & {
    readonly clock: Omit<MockClock, 'advance' | 'put'>;
    /** Ids, links and videos follow from the seed. */
    readonly seed: string;
    /** Number of resets. */
    readonly generation: number;
    /** Rules of tests, which are in no ledger. */
    readonly rules: SubmissionRules;
    /** Records of the callers' actions, including current requests. */
    readonly requestHistory: RequestHistory;
    /** Pending callbacks, and the outcomes of others. */
    readonly callbacks: CallbackQueue;
  };
