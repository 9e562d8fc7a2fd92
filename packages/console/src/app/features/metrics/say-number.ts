import { saySpan, sayUnit } from '../../shell/say-time.ts';

/** A number with up to three significant digits below a thousand. */
export function sayNumber(value: number, language: string): string {
  const maximumFractionDigits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 1;
  return value.toLocaleString(language, { maximumFractionDigits });
}

/** A share of a whole, in percent; null for an empty whole. */
export function sayShare(part: number, whole: number, language: string): string | null {
  if (whole === 0) return null;
  // Rounding must not hide a failure.
  const share = part < whole ? Math.min(part / whole, 0.999) : 1;
  return share.toLocaleString(language, { style: 'percent', maximumFractionDigits: 1 });
}

/** A duration: in ms below one second, with tenths below ten seconds, then as elsewhere on the pages. */
export function sayDuration(durationMs: number, language: string): string {
  if (durationMs < 1_000) return sayUnit(Math.round(durationMs), { unit: 'millisecond' }, language);
  if (durationMs >= 9_950) return saySpan(durationMs, language);
  return sayUnit(durationMs / 1_000, { unit: 'second', maximumFractionDigits: 1 }, language);
}

const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A size in bytes, in decimal units. */
export function sayBytes(bytes: number, language: string): string {
  const power = bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3);
  const unit = Math.min(power, units.length - 1);
  const value = bytes / 1000 ** unit;
  const maximumFractionDigits = value < 100 && unit > 0 ? 1 : 0;
  return `${value.toLocaleString(language, { maximumFractionDigits })} ${units[unit] ?? ''}`;
}
