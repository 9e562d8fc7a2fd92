/** Mode of a clock: with the real one, or only by moves. */
export type ClockMode =
  | { readonly kind: 'real' }
  /** Runs with the real clock; every wait is divided by `speed`. */
  | { readonly kind: 'scaled'; readonly speed: number }
  | { readonly kind: 'frozen' };

/** The complete state of a clock, for saving and restoring. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Of a running clock: its lead over the real one in ms. Of a stopped one: its time, in ms since 1970. */
  readonly at: number;
  /** Time after a reset, in ms since 1970; null for a running clock, which restarts with the real one. */
  readonly start: number | null;
}

/** Default start of a stopped clock [mock.clock.modes]. */
export const usualStart = Date.UTC(2026, 0, 1);

/** The last instant with a year of four digits: later ones have another text form, and the last ones none. */
export const latestInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function isStopped({ kind }: ClockMode): boolean {
  return kind === 'frozen';
}

/** Text form: `real`, `scaled(20)`, `frozen`. */
export function printMode(mode: ClockMode): string {
  return mode.kind === 'scaled' ? `scaled(${mode.speed})` : mode.kind;
}

export type ClockChange =
  /** `now`: the new time. */
  | { readonly kind: 'changed'; readonly setting: ClockSetting; readonly now: number }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Clock state after a change of mode, time or both. It goes back only in a space without jobs, because their instants
 * would be in the future; there, a stopped clock starts at 2026-01-01 by default.
 *
 * @param from - the current state, its time and the real one, in ms since 1970
 */
export function changeClock(
  from: { readonly setting: ClockSetting; readonly now: number; readonly wallNow: number },
  wish: { readonly mode?: ClockMode | undefined; readonly set?: number | undefined },
  isWithoutJobs: boolean,
): ClockChange {
  const { setting, now, wallNow } = from;
  const mode = wish.mode ?? setting.mode;
  const stops = isStopped(mode) && !isStopped(setting.mode);
  const instant = wish.set ?? (stops && isWithoutJobs ? usualStart : now);
  if (instant > latestInstant)
    return { kind: 'refused', message: `set: the clock cannot go beyond ${textOf(latestInstant)}` };
  if (instant < now && !isWithoutJobs) {
    const message = `set: the clock shows ${textOf(now)}, and with jobs it cannot go back; reset the space first`;
    return { kind: 'refused', message };
  }
  if (!isStopped(mode))
    return { kind: 'changed', setting: { mode, at: instant - wallNow, start: null }, now: instant };
  const start = isWithoutJobs ? instant : (setting.start ?? usualStart);
  return { kind: 'changed', setting: { mode, at: instant, start }, now: instant };
}

/** Clock state after a reset: the same mode, from its start. */
export function resetClock({ mode, start }: ClockSetting): ClockSetting {
  return { mode, at: start ?? 0, start };
}

function textOf(instant: number): string {
  return new Date(instant).toISOString();
}
