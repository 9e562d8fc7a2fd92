const minuteMs = 60_000;

/** Maximum refusals with separate rows within a minute. */
export interface RefusalBounds {
  /** Per caller. */
  readonly each: number;
  /** Of all callers; also the maximum number of callers that are remembered. */
  readonly inAll: number;
}

/** Decides which refusals get a separate row: the first of each minute, so that endless ones cost only a counter. */
export class RefusalBudget {
  readonly #bounds: RefusalBounds;
  readonly #reported = new Map<string, number>();
  #reportedInAll = 0;
  #minute = Number.NaN;

  constructor(bounds: RefusalBounds) {
    this.#bounds = bounds;
  }

  /** Returns true if one more refusal of this caller, at this instant in ms, gets a separate row. */
  allows(caller: string, at: number): boolean {
    const minute = Math.floor(at / minuteMs);
    if (minute !== this.#minute) this.#begin(minute);
    const reported = this.#reported.get(caller) ?? 0;
    if (reported >= this.#bounds.each || this.#reportedInAll >= this.#bounds.inAll) return false;
    this.#reported.set(caller, reported + 1);
    this.#reportedInAll += 1;
    return true;
  }

  #begin(minute: number): void {
    this.#minute = minute;
    this.#reported.clear();
    this.#reportedInAll = 0;
  }
}
