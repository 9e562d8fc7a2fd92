import type { LedgerFact } from '../records/ledger-fact.ts';
import type { MockClock } from '../job/mock-clock.ts';
import type { LedgerFile } from './ledger-file.ts';
import { LedgerState } from './ledger-state.ts';

export interface FactsOptions {
  readonly clock: MockClock;
  readonly ledger: LedgerFile;
  readonly seed: string;
}

/** The facts of a space and the state that follows from them: each change is stored before it happens. */
export class RecordedFacts {
  readonly clock: MockClock;
  readonly state: LedgerState;
  readonly #ledger: LedgerFile;

  constructor({ clock, ledger, seed }: FactsOptions) {
    this.clock = clock;
    this.#ledger = ledger;
    this.state = new LedgerState(clock, seed, (id) => this.record({ fact: 'downloaded', id }));
    for (const fact of ledger.read()) this.state.apply(fact);
    this.state.requestHistory.since = clock.now();
  }

  record(fact: LedgerFact): void {
    this.#ledger.append(fact);
    this.state.apply(fact);
  }

  /** Replaces the state by that of these facts. */
  replace(facts: readonly LedgerFact[]): void {
    this.#ledger.rewrite(facts);
    this.state.replace(facts);
    this.state.requestHistory.since = this.clock.now();
  }

  flushed(): Promise<void> {
    return this.#ledger.flushed();
  }
}
