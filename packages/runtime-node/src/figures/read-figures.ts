import {
  type AccountLoad,
  isFinal,
  jobStates,
  type OperationSample,
  poolCapacity,
  type QueueDepth,
  type RouteBook,
} from '@filmgate/core';

/** What a sample says of the gateway as it stands. */
export type Figures = Pick<OperationSample, 'gateway' | 'families' | 'accounts'>;

export interface FiguresInput {
  readonly depth: QueueDepth;
  readonly loads: readonly AccountLoad[];
  readonly book: RouteBook;
  /** Bytes in use and free; null where that is not known. */
  readonly usedBytes: number | null;
  readonly freeBytes: number | null;
  readonly now: number;
}

/** What is said of a minute nobody could read anything in. */
export const unknownFigures: Figures = {
  gateway: {
    waiting: null,
    open: null,
    unknownOutcomes: null,
    busySlots: null,
    totalSlots: null,
    usedBytes: null,
    freeBytes: null,
  },
  families: {},
  accounts: {},
};

/** The figures of one moment, slots from the same numbers as the pool's public capacity. */
export function figuresOf(input: FiguresInput): Figures {
  const { depth, loads, book, usedBytes, freeBytes, now } = input;
  const { slots, families } = poolCapacity(loads, book, now);
  const openStates = jobStates.filter((state) => !isFinal(state));
  return {
    gateway: {
      waiting: depth.waiting,
      open: openStates.reduce((sum, state) => sum + depth.byState[state], 0),
      unknownOutcomes: depth.byState.outcome_unknown,
      busySlots: slots.busy,
      totalSlots: slots.total,
      usedBytes,
      freeBytes,
    },
    families: Object.fromEntries(
      families.map(({ family, slots: { busy, total } }) => {
        const waiting = depth.queuedByFamily[family] ?? 0;
        return [family, { busy, total, waiting }];
      }),
    ),
    accounts: Object.fromEntries(
      loads.map((load) => {
        const { busy, total } = poolCapacity([load], book, now).slots;
        return [load.account.id, { busy, total }];
      }),
    ),
  };
}
