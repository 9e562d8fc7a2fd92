import type { CallControl } from './control-call.ts';

/** Mode of a space's clock. */
export type ClockMode = 'real' | 'frozen' | `scaled(${number})`;

/** State of a space's clock. */
export interface ClockState {
  readonly mode: ClockMode;
  /** Divisor of waiting times: 20 with `scaled(20)`, else 1. */
  readonly speed: number;
  /** ISO 8601. */
  readonly now: string;
  /** Instant at which a job changes or a waiting call ends, ISO 8601; null if nothing is due. */
  readonly next: string | null;
  /** Number of waiting calls. */
  readonly waiting: number;
}

/** The clock of a space. A move resolves when everything that is due has happened. */
export type SpaceClock = ReturnType<typeof createSpaceClock>;

export function createSpaceClock(call: CallControl) {
  const move = (body: object) => call<ClockState>('clock', { body });
  return {
    get: () => call<ClockState>('clock'),
    /** Sets the mode of the clock. */
    mode: (mode: ClockMode) => move({ mode }),
    /**
     * Sets the time: a date, or a text like `2026-03-01T00:00:00Z`.
     *
     * @throws Error if the time is earlier and the space has jobs
     */
    set: (instant: Date | string) =>
      move({ set: typeof instant === 'string' ? instant : instant.toISOString() }),
    /** Moves the clock ahead, in ms. */
    advance: (ms: number) => move({ advance: ms }),
    /** Moves the clock to the next change. */
    next: () => move({ next: true }),
    /** Moves the clock until no change is due, so that every job has ended. */
    untilIdle: () => move({ untilIdle: true }),
  };
}
