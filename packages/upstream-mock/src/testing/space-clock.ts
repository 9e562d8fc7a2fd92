import { callControl, type SpaceControl } from './control-call.ts';

/** How the time of a space goes. */
export type ClockMode = 'real' | 'frozen' | 'skip' | `scaled(${number})`;

/** What the clock of a space shows. */
export interface ClockState {
  readonly mode: ClockMode;
  /** ISO 8601. */
  readonly now: string;
  /** When a job changes or a caller is let go, ISO 8601; null if nothing is due. */
  readonly next: string | null;
  /** Callers who are kept waiting. */
  readonly waiting: number;
}

/** The clock of a space. A move resolves when everything that is due has happened. */
export interface SpaceClock {
  get(): Promise<ClockState>;
  /** How time goes from now on. */
  mode(mode: ClockMode): Promise<ClockState>;
  /**
   * Sets what it shows: a date, or a text like `2026-03-01T00:00:00Z`.
   *
   * @throws Error if this is back and the space has jobs
   */
  set(instant: Date | string): Promise<ClockState>;
  /** Moves it ahead by so many ms. */
  advance(ms: number): Promise<ClockState>;
  /** Moves it to the next change. */
  next(): Promise<ClockState>;
  /** Moves it until no change is due, so that every job has ended. */
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
