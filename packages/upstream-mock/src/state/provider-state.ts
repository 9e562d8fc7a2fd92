import { SubmissionRules } from '../faults/submission-rules.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { CallbackQueue } from '../records/callback-queue.ts';
import type { RequestHistory } from '../records/request-history.ts';
import { AcceptedJobs } from './accepted-jobs.ts';
import { LedgerState, type LedgerStateOptions } from './ledger-state.ts';
import { MockAccounts } from './mock-accounts.ts';
import { SpaceControl } from './space-control.ts';
import { SubmissionIntake } from './submission-intake.ts';

/** State of the mock provider: the accepted submissions, their cost, and the course of each job, by who asks. */
export interface ProviderState {
  readonly submissions: SubmissionIntake;
  readonly jobs: AcceptedJobs;
  readonly accounts: MockAccounts;
  readonly control: SpaceControl;
  /** Rules of tests, which are in no ledger. */
  readonly rules: SubmissionRules;
  readonly clock: Omit<MockClock, 'advance' | 'put'>;
  /** Ids, links and videos follow from the seed. */
  readonly seed: string;
  /** Records of the callers' actions, including current requests. */
  readonly requestHistory: RequestHistory;
  /** Pending callbacks, and the outcomes of others. */
  readonly callbacks: CallbackQueue;
}

/** Opens the state from its ledger. */
export function openProviderState(options: LedgerStateOptions): ProviderState {
  const state = new LedgerState(options);
  const rules = new SubmissionRules();
  const { clock, seed, requestHistory, callbacks } = state;
  return {
    submissions: new SubmissionIntake(state, rules),
    jobs: new AcceptedJobs(state),
    accounts: new MockAccounts(state),
    control: new SpaceControl(state, rules),
    rules,
    clock,
    seed,
    requestHistory,
    callbacks,
  };
}
