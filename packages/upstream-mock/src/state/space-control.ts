import type { SubmissionRules } from '../faults/submission-rules.ts';
import type { ClockSetting } from '../job/clock-setting.ts';
import { advanceProblem } from '../job/mock-clock.ts';
import type { DueCallback } from '../records/callback-queue.ts';
import type { LedgerState, ResetKeeps } from './ledger-state.ts';

/** Changes that tests make, and the passing of time. */
export class SpaceControl {
  readonly #state: LedgerState;
  readonly #rules: SubmissionRules;

  constructor(state: LedgerState, rules: SubmissionRules) {
    this.#state = state;
    this.#rules = rules;
  }

  /** Number of resets. */
  get generation(): number {
    return this.#state.generation;
  }

  /** Moves the clock ahead by unscaled ms. Throws a RangeError if `advanceProblem` finds a problem. */
  advanceClock(ms: number): void {
    const problem = advanceProblem(this.#state.clock.now(), ms);
    if (problem !== undefined) throw new RangeError(problem);
    this.#state.record({ fact: 'advanced', ms });
  }

  /** Sets the clock. Only a space without jobs may go back. */
  setClock(setting: ClockSetting): void {
    this.#state.record({ fact: 'clock', setting });
  }

  /** Deletes all jobs, accounts and rules, and puts the clock back to its start, except for what is kept. */
  reset(keep: Partial<ResetKeeps> & { readonly rules?: boolean } = {}): void {
    const { clock = false, accounts = false, rules = false } = keep;
    this.#state.restart({ clock, accounts });
    this.#rules.restart();
    if (!rules) this.#rules.clear();
  }

  /** Completes a callback. `isTaken`: its receiver responded with 2xx. */
  endCallback({ job: id, event }: DueCallback, isTaken: boolean): void {
    this.#state.record({ fact: 'called-back', id, event, isTaken });
  }
}
