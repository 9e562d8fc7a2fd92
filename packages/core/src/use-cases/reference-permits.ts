/** Bounds on the requests whose references are fetched and checked at the same time, and on those that wait for it. */
export interface ReferencePermitBounds {
  readonly ofOwner: number;
  readonly inAll: number;
  readonly waitingOfOwner: number;
  readonly waitingInAll: number;
}

/**
 * A permit holds one reference in memory at a time (20 MiB at most) and the earlier ones of its request in temporary
 * files. Two hundred retries of one request may wait, since all but one of them will be replays of the first.
 */
const defaultReferencePermitBounds: ReferencePermitBounds = {
  ofOwner: 4,
  inAll: 16,
  waitingOfOwner: 256,
  waitingInAll: 1_024,
};

export type ReferencePermit =
  /** `hasWaited`: much may have changed meanwhile. `leave` must be called once. */
  | { readonly kind: 'entered'; readonly hasWaited: boolean; readonly leave: () => void }
  | { readonly kind: 'busy'; readonly whose: 'owner' | 'all' };

/** Gives out permits, to each owner in the order its requests came. */
export interface ReferencePermits {
  enter(owner: string): Promise<ReferencePermit>;
}

interface Waiting {
  readonly owner: string;
  readonly enter: () => void;
}

export function createReferencePermits(
  bounds: ReferencePermitBounds = defaultReferencePermitBounds,
): ReferencePermits {
  return new BoundedPermits(bounds);
}

class BoundedPermits implements ReferencePermits {
  readonly #bounds: ReferencePermitBounds;
  readonly #taken = new Counts();
  readonly #waitingOf = new Counts();
  /** In order of arrival. */
  readonly #waiting = new Set<Waiting>();

  constructor(bounds: ReferencePermitBounds) {
    this.#bounds = bounds;
  }

  async enter(owner: string): Promise<ReferencePermit> {
    if (this.#isFree(owner)) {
      this.#taken.add(owner, 1);
      return this.#permit(owner, false);
    }
    const { waitingOfOwner, waitingInAll } = this.#bounds;
    if (this.#waitingOf.of(owner) >= waitingOfOwner) return { kind: 'busy', whose: 'owner' };
    if (this.#waiting.size >= waitingInAll) return { kind: 'busy', whose: 'all' };
    this.#waitingOf.add(owner, 1);
    await new Promise<void>((enter) => void this.#waiting.add({ owner, enter }));
    return this.#permit(owner, true);
  }

  #isFree(owner: string): boolean {
    const { inAll, ofOwner } = this.#bounds;
    return this.#taken.sum < inAll && this.#taken.of(owner) < ofOwner;
  }

  #permit(owner: string, hasWaited: boolean): ReferencePermit {
    const leave = () => {
      this.#taken.add(owner, -1);
      this.#letNextIn();
    };
    return { kind: 'entered', hasWaited, leave };
  }

  #letNextIn(): void {
    for (const next of this.#waiting) {
      if (this.#taken.sum >= this.#bounds.inAll) return;
      if (!this.#isFree(next.owner)) continue;
      this.#waiting.delete(next);
      this.#waitingOf.add(next.owner, -1);
      this.#taken.add(next.owner, 1);
      next.enter();
    }
  }
}

/** Counts by owner; an owner with none is forgotten. */
class Counts {
  readonly #counts = new Map<string, number>();
  sum = 0;

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  add(owner: string, by: 1 | -1): void {
    const count = this.of(owner) + by;
    this.sum += by;
    if (count === 0) this.#counts.delete(owner);
    else this.#counts.set(owner, count);
  }
}
