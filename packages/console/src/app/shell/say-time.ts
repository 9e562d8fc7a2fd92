const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

type Unit = 'millisecond' | 'second' | 'minute' | 'hour';

interface UnitForm extends Intl.NumberFormatOptions {
  readonly unit: Unit;
}

/** A value with its unit: 42s or 42秒. */
export function sayUnit(value: number, form: UnitForm, language: string): string {
  const unitDisplay = language === 'zh' ? 'short' : 'narrow';
  return value.toLocaleString(language, { style: 'unit', unitDisplay, ...form });
}

/** A duration in short: 42s, 3m 7s, 1h 5m. */
export function saySpan(ms: number, language: string): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const say = (value: number, unit: Unit): string => sayUnit(Math.floor(value), { unit }, language);
  if (seconds < 60) return say(seconds, 'second');
  if (seconds < 3600)
    return [say(seconds / 60, 'minute'), seconds % 60 > 0 && say(seconds % 60, 'second')]
      .filter(Boolean)
      .join(' ');
  return `${say(seconds / 3600, 'hour')} ${say((seconds % 3600) / 60, 'minute')}`;
}

/**
 * An instant relative to now: 3 minutes ago, in 5 minutes.
 *
 * @param ms - age; negative for the future
 */
export function sayAgo(ms: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const away = Math.abs(ms);
  const [unitMs, unit] = unitFor(away);
  const count = Math.floor(away / unitMs) * -Math.sign(ms);
  // Prevents "-0 seconds".
  return format.format(count === 0 ? 0 : count, unit);
}

function unitFor(ms: number): readonly [unitMs: number, unit: Intl.RelativeTimeFormatUnit] {
  if (ms < minuteMs) return [1000, 'second'];
  if (ms < hourMs) return [minuteMs, 'minute'];
  return ms < dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
}

/** Full date and time of an instant. */
export function sayInstant(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A size in bytes, in decimal units. */
export function saySize(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const value = bytes / (isLarge ? 1_000_000 : 1000);
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${isLarge ? 'MB' : 'kB'}`;
}

/** A file: its pixels, where known, and its size. */
export function sayFile({ width, height, size }: SaidFile, language: string): string {
  const bytes = saySize(size, language);
  return width === null || height === null ? bytes : `${width} × ${height}, ${bytes}`;
}

interface SaidFile {
  readonly width: number | null;
  readonly height: number | null;
  /** Bytes. */
  readonly size: number;
}
