import type { MockAccountSettings } from '../job/mock-account.ts';
import type { AccountCounts } from './account-tally.ts';
import type { LedgerState } from './ledger-state.ts';

/** Account keys: their limits, and what is left of them. */
export class MockAccounts {
  readonly #state: LedgerState;

  constructor(state: LedgerState) {
    this.#state = state;
  }

  /** Limits of a key. */
  settings(key: string): MockAccountSettings {
    return this.#state.account(key);
  }

  /** Sets the limits of a key from now on. */
  describe(key: string, settings: Partial<MockAccountSettings>): void {
    this.#state.record({ fact: 'account', key, settings: { ...this.settings(key), ...settings } });
    this.#state.requestHistory.exchanges.settingsChange();
  }

  /** Credits left: the starting balance less the charges of its jobs; never below 0. */
  creditsOf(key: string): number {
    this.#state.requestHistory.exchanges.asks('account');
    return Math.max(0, this.settings(key).credits - this.counts(key).taken);
  }

  inFlight(key: string): number {
    return this.counts(key).running;
  }

  /** Counts of the accepted jobs of a key, or of all, at constant cost. */
  counts(key?: string): AccountCounts {
    return this.#state.counts(key);
  }
}
