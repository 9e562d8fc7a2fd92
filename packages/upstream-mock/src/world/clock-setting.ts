/** How a clock goes: with the real one, or only when it is moved; `skip` moves it with the reads of open jobs, too. */
export type ClockMode =
  | { readonly kind: 'real' }
  /** With the real one, and every wait takes `speed` times less. */
  | { readonly kind: 'scaled'; readonly speed: number }
  | { readonly kind: 'frozen' }
  | { readonly kind: 'skip' };

/** All that a clock goes by, so that it can be kept and put back. */
export interface ClockSetting {
  readonly mode: ClockMode;
  /** Of a running clock: ms it is ahead of the real one. Of one that stands: where it stands, in ms since 1970. */
  readonly at: number;
  /** Where it begins again after a reset, in ms since 1970; null for a running clock, which begins with the real one. */
  readonly start: number | null;
}

/** Where a clock that stands begins unless it is told [mock.clock.modes]. */
export const usualStart = Date.UTC(2026, 0, 1);

/** The last instant whose year has four digits: beyond it, texts of instants have another form, and at last there are none. */
export const latestInstant = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

export function runningSetting(speed: number): ClockSetting {
  return { mode: speed === 1 ? { kind: 'real' } : { kind: 'scaled', speed }, at: 0, start: null };
}

export function isStanding({ kind }: ClockMode): boolean {
  return kind === 'frozen' || kind === 'skip';
}

/** As it is written: `real`, `scaled(20)`, `frozen`, `skip`. */
export function printMode(mode: ClockMode): string {
  return mode.kind === 'scaled' ? `scaled(${mode.speed})` : mode.kind;
}

/** Undefined when it is no mode. */
export function parseMode(text: string): ClockMode | undefined {
  const [, amount] = /^scaled\((\d{1,9}(?:\.\d{1,9})?)\)$/.exec(text) ?? [];
  if (amount !== undefined) {
    const speed = Number(amount);
    return speed > 0 ? { kind: 'scaled', speed } : undefined;
  }
  return text === 'real' || text === 'frozen' || text === 'skip' ? { kind: text } : undefined;
}

export type ClockChange =
  /** `now`: the instant it then shows. */
  | { readonly kind: 'changed'; readonly setting: ClockSetting; readonly now: number }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * What a clock goes by after it is told a mode, an instant or both. It goes back only in a world without jobs, whose instants
 * would lie ahead of it; there, a clock that comes to stand begins at 2026-01-01 unless it is told otherwise.
 *
 * @param from - what it goes by, and its instant and the real one, in ms since 1970
 */
export function changeClock(
  from: { readonly setting: ClockSetting; readonly now: number; readonly wallNow: number },
  wish: { readonly mode?: ClockMode | undefined; readonly set?: number | undefined },
  isWithoutJobs: boolean,
): ClockChange {
  const { setting, now, wallNow } = from;
  const mode = wish.mode ?? setting.mode;
  const stops = isStanding(mode) && !isStanding(setting.mode);
  const instant = wish.set ?? (stops && isWithoutJobs ? usualStart : now);
  if (instant > latestInstant)
    return { kind: 'refused', message: `set: the clock goes up to ${textOf(latestInstant)}` };
  if (instant < now && !isWithoutJobs) {
    const message = `set: it is ${textOf(now)}, and with jobs the clock goes ahead only; a reset lets it begin again`;
    return { kind: 'refused', message };
  }
  if (!isStanding(mode))
    return { kind: 'changed', setting: { mode, at: instant - wallNow, start: null }, now: instant };
  const start = isWithoutJobs ? instant : (setting.start ?? usualStart);
  return { kind: 'changed', setting: { mode, at: instant, start }, now: instant };
}

/** What a clock goes by after a reset: in the same mode, from its start on. */
export function resetClock({ mode, start }: ClockSetting): ClockSetting {
  return { mode, at: start ?? 0, start };
}

function textOf(instant: number): string {
  return new Date(instant).toISOString();
}
