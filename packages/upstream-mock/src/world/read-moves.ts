import { advanceProblem, type MockClock } from './mock-clock.ts';
import { type MockJob, nextChange } from './mock-job.ts';

/** How far the status reads of open jobs move a clock that skips [mock.clock.skip]. */
export class ReadMoves {
  readonly #clock: MockClock;
  /** The change it moves to next. */
  #upTo = Number.NEGATIVE_INFINITY;

  constructor(clock: MockClock) {
    this.#clock = clock;
  }

  note(job: MockJob): void {
    if (this.#clock.setting().mode.kind !== 'skip') return;
    const next = nextChange(job, this.#clock.now());
    if (next !== undefined) this.#upTo = Math.max(this.#upTo, next);
  }

  /** By how much the clock has to move now, in ms; it is asked once. */
  take(): number {
    const ms = this.#upTo - this.#clock.now();
    this.forget();
    return ms > 0 && advanceProblem(this.#clock, ms) === undefined ? ms : 0;
  }

  forget(): void {
    this.#upTo = Number.NEGATIVE_INFINITY;
  }
}
