import { type MockJob, type MockJobState, ownWire, stateAt } from '../job/mock-job.ts';
import type { ReadFault } from '../job/mock-instructions.ts';
import { hasVanished } from '../job/reported-job.ts';
import type { Exchanges } from '../records/exchanges.ts';
import type { LedgerState } from './ledger-state.ts';

/** Accepted jobs, as reads find, disturb and end them. */
export class AcceptedJobs {
  readonly #state: LedgerState;
  readonly #exchanges: Exchanges;

  constructor(state: LedgerState) {
    this.#state = state;
    this.#exchanges = state.requestHistory.exchanges;
  }

  /** Also undefined if its caller deleted it. */
  find(id: string): MockJob | undefined {
    return this.#state.erased.has(id) ? undefined : this.#state.job(id);
  }

  /** The accepted jobs of one submission; several if it was sent repeatedly. */
  ofSubmission(account: string, correlationId: string, wire = ownWire): readonly MockJob[] {
    this.#exchanges.asks('search');
    return this.#state.submissions.find({ account, correlationId, wire }).map(({ job }) => job);
  }

  /** In order of acceptance: all, or those of an account over one API. */
  all(of?: Pick<MockJob, 'account' | 'wire'>): readonly MockJob[] {
    const { accepted } = this.#state.requestHistory;
    const own = of === undefined ? accepted : accepted.filter((one) => one.account === of.account);
    const jobs = own.map(({ job }) => job);
    return of === undefined ? jobs : jobs.filter(({ wire }) => wire === of.wire);
  }

  /** Deletes a job for its caller: no read finds it any more, but the ledger keeps it. */
  erase(id: string): void {
    if (this.#state.job(id) === undefined) return;
    this.#exchanges.asks('cancel', id);
    this.#state.record({ fact: 'erased', id });
  }

  /** Cancels a job: an open one fails now, and gives its credits back if it has not run; an ended one is unchanged. */
  cancel(id: string): void {
    const job = this.#state.job(id);
    this.#exchanges.asks('cancel', job?.id);
    const at = this.#state.clock.now();
    if (job !== undefined && at < job.endsAt) this.#state.record({ fact: 'canceled', id, at });
  }

  /** True state of the job. */
  stateOf(job: MockJob): MockJobState {
    return stateAt(job, this.#state.clock.now());
  }

  /** Returns true if this status read of the job must not find it. */
  isMissing(job: MockJob): boolean {
    const isGone = hasVanished(job, this.#state.clock.now());
    if (isGone) this.#exchanges.note({ isDisturbed: true });
    return isGone;
  }

  /** Returns true if this read of the job must fail. */
  spendReadFault({ id, instructions }: MockJob, fault: ReadFault): boolean {
    const wanted = instructions[fault];
    if (wanted === 0 || this.#state.failedReads(id, fault) >= wanted) return false;
    // Infinity is the fault of a rule: counts of the job's own tokens are not used up.
    if (wanted !== Infinity) this.#state.record({ fact: 'read-failed', id, fault });
    this.#exchanges.note({ isDisturbed: true });
    return true;
  }

  /** Records a use of this job's one-use link. */
  useLink(id: string): void {
    this.#state.record({ fact: 'link-used', id });
  }

  /** Number of uses of this job's one-use link. */
  linkUses(id: string): number {
    return this.#state.linkUses(id);
  }
}
