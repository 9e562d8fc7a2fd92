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
  readonly #granted = new Map<string, number>();
  #grantedInAll = 0;
  #minute = Number.NaN;

  constructor(bounds: RefusalBounds) {
    this.#bounds = bounds;
  }

  /** Returns true if one more refusal of this caller, at this instant in ms, gets a separate row. */
  allows(caller: string, at: number): boolean {
    const minute = Math.floor(at / minuteMs);
    if (minute !== this.#minute) this.#begin(minute);
    const granted = this.#granted.get(caller) ?? 0;
    if (granted >= this.#bounds.each || this.#grantedInAll >= this.#bounds.inAll) return false;
    this.#granted.set(caller, granted + 1);
    this.#grantedInAll += 1;
    return true;
  }

  #begin(minute: number): void {
    this.#minute = minute;
    this.#granted.clear();
    this.#grantedInAll = 0;
  }
}
