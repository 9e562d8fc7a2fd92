import type { ClockMode } from '../job/clock-setting.ts';

/** A wait of the mock's clock as providers state it, with its time here: `1 s (50 ms of this mock's time ×20)`. */
export function waitText(ms: number, mode: ClockMode): string {
  if (mode.kind !== 'scaled') return timeText(ms);
  return `${timeText(ms * mode.speed)} (${timeText(ms)} of this mock's time ×${mode.speed})`;
}

function timeText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
}
