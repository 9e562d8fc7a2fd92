import type { Clock } from '@filmgate/core';
import { RefusedRequest } from './refused-request.ts';
import { checkPace, type PaceLimits } from './transfer-pace.ts';

/** Bytes in transit between a caller and us: the body of a request, or a file. */
export interface Transfer {
  /** True if no byte is in transit any more. */
  readonly isOver: boolean;
  /** Bytes that have moved. */
  readonly moved: number;
  /** Bytes that count as moved only together, as a file's handed to the system at once; null = each on its own. */
  readonly piece: number | null;
  /** True if the transfer waits for us at present, and not for its caller. */
  readonly waitsForUs: boolean;
  /** Ends the transfer for the error's reason. */
  end(error: RefusedRequest): void;
}

/** A transfer that may be removed to make room for others, and its holder. */
export interface SlowTransfer<Holder> {
  readonly transfer: Transfer;
  readonly holder: Holder;
}

/** Interval at which open transfers are checked, in ms. */
const lookEveryMs = 1_000;
/** A check later than this was delayed by us, and bytes that moved meanwhile are unseen; in ms. */
const punctualWithinMs = 1_000;
/** The present pace of a transfer is that of its last bytes, at least this many. */
const paceOverBytes = 64 * 1024;

/**
 * Watches open transfers. One timer serves all of them, and none runs while no byte is in transit. Moved bytes are read
 * from existing counters, so that watching costs nothing per byte.
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
   * @returns a function that stops watching
   */
  add(transfer: Transfer, holder: Holder): () => void {
    const one = new Watched(transfer, holder, this.#clock.monotonicMs());
    this.#open.add(one);
    if (!this.#isLooking) void this.#look();
    return () => void this.#open.delete(one);
  }

  /** Returns the slowest transfer of these holders; undefined if all of them are fast enough. */
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

/** One check of a transfer, and the one before it. */
interface Look {
  readonly before: number;
  readonly now: number;
  /** True if the check came late, so that the time since `before` says nothing about any caller. */
  readonly wasHeldUp: boolean;
}

class Watched<Holder> {
  readonly transfer: Transfer;
  readonly holder: Holder;
  /** Bytes per second at present, as of the last check. */
  pace = Number.POSITIVE_INFINITY;
  #startedAt: number;
  #movedAt: number;
  #moved: number;
  /** Instant and byte from which the present pace is measured. */
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

  /** Returns the error to end the transfer with, if it is too slow. */
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
    return this.#check(now, limits);
  }

  #check(now: number, limits: PaceLimits): RefusedRequest | undefined {
    const { piece } = this.transfer;
    // Progress within a piece that moves as one is unknown, so it has the time that all of it may take.
    const progress =
      piece === null
        ? { elapsedMs: now - this.#startedAt, silentMs: now - this.#movedAt, bytes: this.#moved }
        : { elapsedMs: now - this.#movedAt, silentMs: 0, bytes: piece };
    switch (checkPace(progress, limits)) {
      case 'goes-on':
        return undefined;
      case 'stalled':
        return tooLate(`No byte of the body arrived for ${limits.stallMs / 1000} seconds.`);
      case 'too-slow':
        return tooLate(
          `The body must arrive at ${limits.floorBytesPerSecond} bytes per second or faster, on average.`,
        );
    }
  }
}

function tooLate(message: string): RefusedRequest {
  return new RefusedRequest('request-timeout', message);
}
