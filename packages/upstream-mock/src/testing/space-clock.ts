import { callControl, type SpaceControl } from './control-call.ts';

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
export interface SpaceClock {
  get(): Promise<ClockState>;
  /** Sets the mode of the clock. */
  mode(mode: ClockMode): Promise<ClockState>;
  /**
   * Sets the time: a date, or a text like `2026-03-01T00:00:00Z`.
   *
   * @throws Error if the time is earlier and the space has jobs
   */
  set(instant: Date | string): Promise<ClockState>;
  /** Moves the clock ahead, in ms. */
  advance(ms: number): Promise<ClockState>;
  /** Moves the clock to the next change. */
  next(): Promise<ClockState>;
  /** Moves the clock until no change is due, so that every job has ended. */
  untilIdle(): Promise<ClockState>;
}

export function createSpaceClock(control: SpaceControl): SpaceClock {
  const move = (body: object) => callControl<ClockState>(control, { path: 'clock', body });
  return {
    get: () => callControl<ClockState>(control, { path: 'clock' }),
    mode: (mode) => move({ mode }),
    set: (instant) => move({ set: typeof instant === 'string' ? instant : instant.toISOString() }),
    advance: (ms) => move({ advance: ms }),
    next: () => move({ next: true }),
    untilIdle: () => move({ untilIdle: true }),
  };
}
