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

/** A transfer that others may be let in for, and whose it is. */
export interface SlowTransfer<Holder> {
  readonly transfer: Transfer;
  readonly holder: Holder;
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
export class OpenTransfers<Holder> {
  readonly #clock: Pick<Clock, 'monotonicMs' | 'sleep'>;
  readonly #limits: PaceLimits;
  readonly #open = new Set<Watched<Holder>>();
  #isLooking = false;

  constructor(clock: Pick<Clock, 'monotonicMs' | 'sleep'>, limits: PaceLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /**
   * Watches a transfer, and ends it once when it is too slow.
   *
   * @returns stops watching
   */
  add(transfer: Transfer, holder: Holder): () => void {
    const one = new Watched(transfer, holder, this.#clock.monotonicMs());
    this.#open.add(one);
    if (!this.#isLooking) void this.#look();
    return () => void this.#open.delete(one);
  }

  /** The slowest of these holders' transfers; undefined where all of them move on well. */
  slowest(among: (holder: Holder) => boolean): SlowTransfer<Holder> | undefined {
    let slowest: Watched<Holder> | undefined;
    let pace = this.#limits.yieldsBelowBytesPerSecond;
    for (const one of this.#open) {
      if (one.pace >= pace || one.transfer.isOver || !among(one.holder)) continue;
      slowest = one;
      pace = one.pace;
    }
    return slowest;
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    while (this.#open.size > 0) {
      const before = this.#clock.monotonicMs();
      await this.#clock.sleep(lookEveryMs);
      const now = this.#clock.monotonicMs();
      const wasHeldUp = now - before > lookEveryMs + punctualWithinMs;
      for (const one of this.#open) {
        const { isOver } = one.transfer;
        const error = isOver ? undefined : one.look({ before, now, wasHeldUp }, this.#limits);
        if (isOver || error !== undefined) this.#open.delete(one);
        if (error !== undefined) one.transfer.end(error);
      }
    }
    this.#isLooking = false;
  }
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
