import { SubmissionRules } from '../faults/submission-rules.ts';
import type { ClockSetting } from '../job/clock-setting.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import { advanceProblem } from '../job/mock-clock.ts';
import type { ReadFault } from '../job/mock-instructions.ts';
import {
  type MockJob,
  type MockJobState,
  type MockSubmission,
  ownWire,
  stateAt,
} from '../job/mock-job.ts';
import { hasVanished } from '../job/reported-job.ts';
import type { DueCallback } from '../records/callback-queue.ts';
import { LedgerState, type ResetKeeps } from './ledger-state.ts';
import { SubmissionIntake, type SubmissionOutcome, type WireNaming } from './submission-intake.ts';

/** State of the mock provider: the accepted submissions, their cost, and the course of each job. */
export class ProviderState extends LedgerState {
  /** Rules of tests, which are in no ledger. */
  readonly rules = new SubmissionRules();
  readonly #intake = new SubmissionIntake(this, this.rules);
  readonly #exchanges = this.requestHistory.exchanges;

  /** Accepts or refuses one submission, synchronously. An acceptance survives the process. */
  submit(account: string, sent: MockSubmission, naming?: WireNaming): SubmissionOutcome {
    return this.#intake.submit(account, sent, naming);
  }

  /** Adds a job whose course is fixed elsewhere, and records its submission. */
  accept(job: MockJob): void {
    const { key } = this.requestHistory.factsOf(job.account, job, null);
    const attempt = this.requestHistory.nextAttempt(key);
    this.record({ fact: 'accepted', job, key, attempt });
  }

  /** Records a repeated submission that was not accepted: answered with this job, or, if it is null, refused. */
  noteRepeat(account: string, sent: MockSubmission, job: MockJob | null): void {
    this.#intake.noteRepeat(account, sent, job);
  }

  /** Returns true if a used key may be submitted again, by its own tokens or those of a rule. */
  mayRepeat(account: string, sent: MockSubmission): boolean {
    return this.#intake.mayRepeat(account, sent);
  }

  /** Records that the response reported the acceptance. */
  markAnswered(id: string): void {
    if (this.job(id) !== undefined) this.record({ fact: 'answered', id });
  }

  /** Also undefined if its caller deleted it. */
  find(id: string): MockJob | undefined {
    return this.erased.has(id) ? undefined : this.job(id);
  }

  /** The accepted jobs of one submission; several if it was sent repeatedly. */
  findSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    this.#exchanges.asks('search');
    return this.submissions.find({ account, correlationId, wire }).map(({ job }) => job);
  }

  /** In order of acceptance: all, or those of an account over one API. */
  jobs(of?: Pick<MockJob, 'account' | 'wire'>): readonly MockJob[] {
    const { accepted } = this.requestHistory;
    const own = of === undefined ? accepted : accepted.filter((one) => one.account === of.account);
    const jobs = own.map(({ job }) => job);
    return of === undefined ? jobs : jobs.filter(({ wire }) => wire === of.wire);
  }

  /** Deletes a job for its caller: no read finds it any more, but the ledger keeps it. */
  erase(id: string): void {
    if (this.job(id) === undefined) return;
    this.#exchanges.asks('cancel', id);
    this.record({ fact: 'erased', id });
  }

  /** Cancels a job: an open one fails now, and gives its credits back if it has not run; an ended one is unchanged. */
  cancel(id: string): void {
    const job = this.job(id);
    this.#exchanges.asks('cancel', job?.id);
    const at = this.clock.now();
    if (job !== undefined && at < job.endsAt) this.record({ fact: 'canceled', id, at });
  }

  /** True state of the job. */
  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.clock.now());
  }

  /** Returns true if this status read of the job must not find it. */
  isMissing(job: MockJob): boolean {
    const isGone = hasVanished(job, this.clock.now());
    if (isGone) this.#exchanges.isDisturbed();
    return isGone;
  }

  /** Returns true if this read of the job must fail. */
  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.failedReads(id, fault) >= wanted) return false;
    // Infinity is the fault of a rule: counts of the job's own tokens are not used up.
    if (wanted !== Infinity) this.record({ fact: 'read-failed', id, fault });
    this.#exchanges.isDisturbed();
    return true;
  }

  /** Records a use of this job's one-use link. */
  useLink(id: string): void {
    this.record({ fact: 'link-used', id });
  }

  /** Sets the limits of an account key from now on. */
  describeAccount(key: string, settings: Partial<MockAccountSettings>): void {
    this.record({ fact: 'account', key, settings: { ...this.account(key), ...settings } });
    this.#exchanges.settingsChange();
  }

  /** Credits left: the starting balance less the charges of its jobs; never below 0. */
  creditsOf(key: string): number {
    this.#exchanges.asks('account');
    return Math.max(0, this.account(key).credits - this.counts(key).taken);
  }

  inFlight(key: string): number {
    return this.counts(key).running;
  }

  /** Moves the clock ahead by unscaled ms. Throws a RangeError if `advanceProblem` finds a problem. */
  advanceClock(ms: number): void {
    const problem = advanceProblem(this.clock.now(), ms);
    if (problem !== undefined) throw new RangeError(problem);
    this.record({ fact: 'advanced', ms });
  }

  /** Sets the clock. Only a space without jobs may go back. */
  setClock(setting: ClockSetting): void {
    this.record({ fact: 'clock', setting });
  }

  /** Deletes all jobs, accounts and rules, and puts the clock back to its start, except for what is kept. */
  reset(keep: Partial<ResetKeeps> & { readonly rules?: boolean } = {}): void {
    const { clock = false, accounts = false, rules = false } = keep;
    this.restart({ clock, accounts });
    this.rules.restart();
    if (!rules) this.rules.clear();
  }

  /** Completes a callback. `isTaken`: its receiver responded with 2xx. */
  endCallback({ job: id, event }: DueCallback, isTaken: boolean): void {
    this.record({ fact: 'called-back', id, event, isTaken });
  }
}
