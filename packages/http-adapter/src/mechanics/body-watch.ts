import type { IncomingMessage } from 'node:http';
import type { Clock } from '@filmgate/core';
import { RefusedRequest } from './refused-request.ts';

/** How slowly a body may come. */
export interface BodyPaceLimits {
  /** How long no byte may come, in ms. */
  readonly stallMs: number;
  /** Bytes per second a body must have come with on average, the first `stallMs` not counted. */
  readonly floorBytesPerSecond: number;
}

/** The slowest mobile networks carry more than this: a phone that keeps sending is never cut off. */
export const defaultBodyPace: BodyPaceLimits = { stallMs: 60_000, floorBytesPerSecond: 1024 };

/** What was seen of one body. */
interface BodyProgress {
  /** Since its request began, in ms. */
  readonly elapsedMs: number;
  /** Since its last byte came, in ms. */
  readonly silentMs: number;
  readonly bytes: number;
}

/** Judges a body that is not complete yet. */
export function judgeBodyPace(
  { elapsedMs, silentMs, bytes }: BodyProgress,
  { stallMs, floorBytesPerSecond }: BodyPaceLimits,
): 'goes-on' | 'stalled' | 'too-slow' {
  if (silentMs >= stallMs) return 'stalled';
  const countedSeconds = Math.max(0, elapsedMs - stallMs) / 1000;
  return bytes < countedSeconds * floorBytesPerSecond ? 'too-slow' : 'goes-on';
}

/** How often open bodies are checked, in ms. */
const lookEveryMs = 1_000;
/** A check that comes later than this was held up by us, and bytes that reached the sockets meanwhile are unread; in ms. */
const punctualWithinMs = 1_000;

/** Ends a body that came too slowly; the error says why. */
export type EndBody = (error: RefusedRequest) => void;

/** Bodies that are on their way, and the time they take. */
export interface BodyWatch {
  /** Watches a body until it is complete or its connection is gone; `end` is asked for once when it comes too slowly. */
  add(raw: IncomingMessage, end: EndBody): void;
}

/**
 * One sleep serves all bodies, and none is slept while no body is on its way. What came is read off the sockets' own
 * counters, so that watching costs nothing per byte.
 */
export function createBodyWatch(
  clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
  limits: BodyPaceLimits,
): BodyWatch {
  const open = new Set<OpenBody>();
  let isLooking = false;
  const look = async (): Promise<void> => {
    isLooking = true;
    while (open.size > 0) {
      const before = clock.monotonicMs();
      await clock.sleep(lookEveryMs);
      const now = clock.monotonicMs();
      const wasHeldUp = now - before > lookEveryMs + punctualWithinMs;
      for (const body of open) {
        if (body.isOver || body.judge({ before, now, wasHeldUp }, limits)) open.delete(body);
      }
    }
    isLooking = false;
  };
  return {
    add(raw, end) {
      const body = new OpenBody(raw, end, clock.monotonicMs());
      open.add(body);
      raw.once('close', () => open.delete(body));
      if (!isLooking) void look();
    },
  };
}

class OpenBody {
  readonly #raw: IncomingMessage;
  readonly #end: EndBody;
  readonly #bytesBefore: number;
  #startedAt: number;
  #progressAt: number;
  #bytes = 0;

  constructor(raw: IncomingMessage, end: EndBody, now: number) {
    this.#raw = raw;
    this.#end = end;
    this.#bytesBefore = raw.socket.bytesRead;
    this.#startedAt = now;
    this.#progressAt = now;
  }

  get isOver(): boolean {
    return this.#raw.complete || this.#raw.destroyed || this.#raw.socket.destroyed;
  }

  /** Whether the body was ended. */
  judge(
    look: { readonly before: number; readonly now: number; readonly wasHeldUp: boolean },
    limits: BodyPaceLimits,
  ): boolean {
    const { before, now, wasHeldUp } = look;
    const bytes = this.#raw.socket.bytesRead - this.#bytesBefore;
    // Bytes that wait to be taken, or a look that came late: the time was ours, not the caller's.
    if (wasHeldUp || this.#raw.readableLength > 0) {
      this.#startedAt += now - Math.max(before, this.#startedAt);
      this.#progressAt = now;
    }
    if (bytes > this.#bytes) this.#progressAt = now;
    this.#bytes = bytes;
    const progress = {
      elapsedMs: now - this.#startedAt,
      silentMs: now - this.#progressAt,
      bytes,
    };
    switch (judgeBodyPace(progress, limits)) {
      case 'goes-on':
        return false;
      case 'stalled':
        this.#end(tooLate(`No byte of the body came for ${limits.stallMs / 1000} seconds.`));
        return true;
      case 'too-slow':
        this.#end(
          tooLate(
            `The body must come with at least ${limits.floorBytesPerSecond} bytes per second on average.`,
          ),
        );
        return true;
    }
  }
}

function tooLate(message: string): RefusedRequest {
  return new RefusedRequest('request-timeout', message);
}
