/** Bounds on the requests whose references are fetched and checked at the same time, and on those that wait for it. */
export interface ReferencePlacesBounds {
  readonly ofOwner: number;
  readonly inAll: number;
  readonly waitingOfOwner: number;
  readonly waitingInAll: number;
}

/**
 * A place holds one reference in memory at a time (20 MiB at most) and the earlier ones of its request in temporary files.
 * Two hundred retries of one request may wait, since all but one of them will be told of the first.
 */
export const defaultReferencePlaces: ReferencePlacesBounds = {
  ofOwner: 4,
  inAll: 16,
  waitingOfOwner: 256,
  waitingInAll: 1_024,
};

export type ReferencePlace =
  /** `hasWaited`: much may have changed meanwhile. `leave` must be called once. */
  | { readonly kind: 'entered'; readonly hasWaited: boolean; readonly leave: () => void }
  | { readonly kind: 'busy'; readonly whose: 'owner' | 'all' };

/** Gives out places, to each owner in the order its requests came. */
export interface ReferencePlaces {
  enter(owner: string): Promise<ReferencePlace>;
}

interface Waiting {
  readonly owner: string;
  readonly enter: () => void;
}

export function createReferencePlaces(
  bounds: ReferencePlacesBounds = defaultReferencePlaces,
): ReferencePlaces {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  const waitingOf = new Map<string, number>();
  let takenInAll = 0;

  const isFree = (owner: string): boolean =>
    takenInAll < bounds.inAll && (taken.get(owner) ?? 0) < bounds.ofOwner;
  const take = (owner: string): void => {
    takenInAll += 1;
    add(taken, owner, 1);
  };
  const letNextIn = (): void => {
    for (const next of waiting) {
      if (takenInAll >= bounds.inAll) return;
      if (!isFree(next.owner)) continue;
      waiting.delete(next);
      add(waitingOf, next.owner, -1);
      take(next.owner);
      next.enter();
    }
  };
  const leave = (owner: string): void => {
    takenInAll -= 1;
    add(taken, owner, -1);
    letNextIn();
  };
  return {
    enter: async (owner) => {
      if (isFree(owner)) {
        take(owner);
        return { kind: 'entered', hasWaited: false, leave: () => leave(owner) };
      }
      if ((waitingOf.get(owner) ?? 0) >= bounds.waitingOfOwner)
        return { kind: 'busy', whose: 'owner' };
      if (waiting.size >= bounds.waitingInAll) return { kind: 'busy', whose: 'all' };
      add(waitingOf, owner, 1);
      await new Promise<void>((enter) => void waiting.add({ owner, enter }));
      return { kind: 'entered', hasWaited: true, leave: () => leave(owner) };
    },
  };
}

function add(counts: Map<string, number>, owner: string, by: 1 | -1): void {
  const count = (counts.get(owner) ?? 0) + by;
  if (count === 0) counts.delete(owner);
  else counts.set(owner, count);
}
