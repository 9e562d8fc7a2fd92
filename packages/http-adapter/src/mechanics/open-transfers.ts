import type { Clock } from '@filmgate/core';
import { RefusedRequest } from './refused-request.ts';
import { judgePace, type PaceLimits } from './transfer-pace.ts';

/** Bytes on their way between a caller and us: the body of a request, or a file. */
export interface Transfer {
  /** Nothing of it is on its way any more. */
  readonly isOver: boolean;
  /** Bytes that have moved. */
  readonly moved: number;
  /** Bytes that count as moved only together, as a file's do that were handed to the system at once; null = each by itself. */
  readonly piece: number | null;
  /** Whether it waits for us at present, and not for its caller. */
  readonly waitsForUs: boolean;
  /** Ends it; the error says why. */
  end(error: RefusedRequest): void;
}

/** The transfers of one process, and the time they take; each belongs to a holder of what may be short. */
export interface OpenTransfers<Holder> {
  /**
   * Watches a transfer, and ends it once when it is too slow.
   *
   * @returns stops watching
   */
  add(transfer: Transfer, holder: Holder): () => void;
  /** The slowest of these holders' transfers; undefined where all of them move on well. */
  slowest(among: (holder: Holder) => boolean): SlowTransfer<Holder> | undefined;
}

export interface SlowTransfer<Holder> {
  readonly holder: Holder;
  /** Ends it and stops watching. */
  end(error: RefusedRequest): void;
}

/** How often open transfers are looked at, in ms. */
const lookEveryMs = 1_000;
/** A look that comes later than this was held up by us, and bytes that moved meanwhile are unseen; in ms. */
const punctualWithinMs = 1_000;
/** The present pace of a transfer is that of its last bytes, so many at least. */
const paceOverBytes = 64 * 1024;

/**
 * One sleep serves all transfers, and none is slept while no byte is on its way. What moved is read off counters that there are
 * anyway, so that watching costs nothing per byte.
 */
export function createOpenTransfers<Holder>(
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
  limits: PaceLimits,
): OpenTransfers<Holder> {
  const open = new Set<Watched<Holder>>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    while (open.size > 0) {
      const before = clock.monotonicMs();
      await clock.sleep(lookEveryMs);
      const now = clock.monotonicMs();
      const wasHeldUp = now - before > lookEveryMs + punctualWithinMs;
      for (const one of open) {
        const error = one.transfer.isOver
          ? undefined
          : one.look({ before, now, wasHeldUp }, limits);
        if (one.transfer.isOver || error !== undefined) open.delete(one);
        if (error !== undefined) one.transfer.end(error);
      }
    }
    isLooking = false;
  };
  return {
    add(transfer, holder) {
      const one = new Watched(transfer, holder, clock.monotonicMs());
      open.add(one);
      if (!isLooking) void look();
      return () => void open.delete(one);
    },
    slowest(among) {
      let slowest: Watched<Holder> | undefined;
      let pace = limits.yieldsBelowBytesPerSecond;
      for (const one of open) {
        if (one.pace >= pace || one.transfer.isOver || !among(one.holder)) continue;
        slowest = one;
        pace = one.pace;
      }
      const found = slowest;
      if (found === undefined) return undefined;
      const { holder, transfer } = found;
      return {
        holder,
        end(error) {
          open.delete(found);
          transfer.end(error);
        },
      };
    },
  };
}

/** One look at a transfer, and the one before it. */
interface Look {
  readonly before: number;
  readonly now: number;
  /** Whether it came late, so that the time since `before` says nothing of any caller. */
  readonly wasHeldUp: boolean;
}

class Watched<Holder> {
  readonly transfer: Transfer;
  readonly holder: Holder;
  /** Bytes per second at present, as of the last look. */
  pace = Number.POSITIVE_INFINITY;
  #startedAt: number;
  #movedAt: number;
  #moved: number;
  /** When and from which byte on the present pace is measured. */
  #pacedAt: number;
  #pacedFrom: number;

  constructor(transfer: Transfer, holder: Holder, now: number) {
    this.transfer = transfer;
    this.holder = holder;
    this.#moved = transfer.moved;
    this.#pacedFrom = transfer.moved;
    this.#startedAt = now;
    this.#movedAt = now;
    this.#pacedAt = now;
  }

  /** The error it is to be ended with, if it is too slow. */
  look({ before, now, wasHeldUp }: Look, limits: PaceLimits): RefusedRequest | undefined {
    const { moved, piece, waitsForUs } = this.transfer;
    if (wasHeldUp || waitsForUs) {
      const ours = now - Math.max(before, this.#startedAt);
      this.#startedAt += ours;
      this.#pacedAt += ours;
      this.#movedAt = now;
    }
    if (moved > this.#moved) this.#movedAt = now;
    this.#moved = moved;
    if (moved - this.#pacedFrom >= paceOverBytes) {
      this.#pacedFrom = moved;
      this.#pacedAt = now;
    }
    this.pace = Math.max(piece ?? 0, paceOverBytes) / ((now - this.#pacedAt) / 1000);
    return this.#judge(now, limits);
  }

  #judge(now: number, limits: PaceLimits): RefusedRequest | undefined {
    const { piece } = this.transfer;
    // Of a piece that moves as one it is not known how much has moved, so it has the time that all of it may take.
    const progress =
      piece === null
        ? { elapsedMs: now - this.#startedAt, silentMs: now - this.#movedAt, bytes: this.#moved }
        : { elapsedMs: now - this.#movedAt, silentMs: 0, bytes: piece };
    switch (judgePace(progress, limits)) {
      case 'goes-on':
        return undefined;
      case 'stalled':
        return tooLate(`No byte of the body came for ${limits.stallMs / 1000} seconds.`);
      case 'too-slow':
        return tooLate(
          `The body must come with at least ${limits.floorBytesPerSecond} bytes per second on average.`,
        );
    }
  }
}

function tooLate(message: string): RefusedRequest {
  return new RefusedRequest('request-timeout', message);
}
