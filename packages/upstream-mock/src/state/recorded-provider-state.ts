import { SubmissionRules } from '../faults/submission-rules.ts';
import type { MockAccountSettings } from '../job/mock-account.ts';
import type { ProviderState } from './provider-state.ts';
import { createAccounts } from './recorded-accounts.ts';
import { type FactsOptions, RecordedFacts } from './recorded-facts.ts';
import { createJobReads } from './recorded-job-reads.ts';
import { createSpaceControl } from './recorded-space-control.ts';
import { createSubmissions } from './recorded-submissions.ts';
import { SubmissionIntake } from './submission-intake.ts';

export interface ProviderStateOptions extends FactsOptions {
  /** Initial state of keys; others have the default limits. */
  readonly accounts?: { readonly [key: string]: Partial<MockAccountSettings> };
}

/** Opens a space's state from its ledger. */
export function createProviderState(options: ProviderStateOptions): ProviderState {
  const { clock, seed } = options;
  const facts = new RecordedFacts(options);
  const { state } = facts;
  const rules = new SubmissionRules();
  const accounts = createAccounts(facts, options.accounts);
  const intake = new SubmissionIntake({
    clock,
    rules,
    state,
    account: (key) => accounts.account(key),
    record: (fact) => facts.record(fact),
  });
  return {
    ...createSubmissions(facts, intake),
    ...createJobReads(facts),
    ...accounts,
    ...createSpaceControl(facts, rules),
    clock,
    seed,
    rules,
    requestHistory: state.requestHistory,
    callbacks: state.callbacks,
    get generation() {
      return state.generation;
    },
  };
}
