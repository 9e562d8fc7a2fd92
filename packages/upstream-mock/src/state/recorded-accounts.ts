import { defaultMockAccount, type MockAccountSettings } from '../job/mock-account.ts';
import type { Accounts } from './provider-state.ts';
import type { RecordedFacts } from './recorded-facts.ts';

/** @param described - initial state of keys; others have the default limits */
export function createAccounts(
  facts: RecordedFacts,
  described: { readonly [key: string]: Partial<MockAccountSettings> } = {},
): Accounts {
  const { clock, state } = facts;
  const { exchanges } = state.requestHistory;
  const account: Accounts['account'] = (key) =>
    state.settings.get(key) ?? { ...defaultMockAccount, ...described[key] };
  return {
    account,
    describeAccount: (key, settings) => {
      facts.record({ fact: 'account', key, settings: { ...account(key), ...settings } });
      exchanges.settingsChange();
    },
    creditsOf: (key) => {
      exchanges.asks('account');
      return Math.max(0, account(key).credits - state.tally(key).taken(clock.now()));
    },
    inFlight: (key) => state.tally(key).inFlight(clock.now()),
    counts: (key) => state.counts(clock.now(), key),
  };
}
