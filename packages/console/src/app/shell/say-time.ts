const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A span as people read it at a glance: 42 s, 3:07 min, 1:05 h. */
export function saySpan(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return seconds < 3600
    ? `${Math.floor(seconds / 60)}:${two(seconds % 60)} min`
    : `${Math.floor(seconds / 3600)}:${two((seconds % 3600) / 60)} h`;
}

/**
 * How far an instant is from now, in the language given: 3 minutes ago, in 5 minutes.
 *
 * @param ms - how long ago; below zero for what is yet to come
 */
export function sayAgo(ms: number, language: string): string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
  const away = Math.abs(ms);
  const [unitMs, unit] = unitFor(away);
  const count = Math.floor(away / unitMs) * -Math.sign(ms);
  // Without this, zero seconds may be said as "-0".
  return format.format(count === 0 ? 0 : count, unit);
}

function unitFor(ms: number): readonly [unitMs: number, unit: Intl.RelativeTimeFormatUnit] {
  if (ms < minuteMs) return [1000, 'second'];
  if (ms < hourMs) return [minuteMs, 'minute'];
  return ms < dayMs ? [hourMs, 'hour'] : [dayMs, 'day'];
}

/** An instant in full. */
export function sayInstant(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** A size in bytes as people read it. */
export function saySize(bytes: number, language: string): string {
  const isLarge = bytes >= 1_000_000;
  const value = bytes / (isLarge ? 1_000_000 : 1000);
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${isLarge ? 'MB' : 'kB'}`;
}

/** A file: its pixels, where they are known, and its size. */
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
