const dayMs = 24 * 3_600_000;

/** Formats the instants of an axis: the time of day, and the date at the start of a day or for marks of whole days. */
export function sayAxisTimes(
  instantsMs: readonly number[],
  language: string,
  timeZone?: string,
): readonly string[] {
  const zone = timeZone === undefined ? {} : { timeZone };
  const time = new Intl.DateTimeFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  const day = new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric', ...zone });
  const [first = 0, second = first] = instantsMs;
  const daysOnly = second - first >= dayMs;
  return instantsMs.map((instant, index) => {
    const previous = instantsMs[index - 1];
    const isNewDay = previous !== undefined && day.format(previous) !== day.format(instant);
    return daysOnly || isNewDay ? day.format(instant) : time.format(instant);
  });
}

/** Formats one instant of a plot, without seconds. */
export function sayPlotTime(instantMs: number, language: string): string {
  return new Date(instantMs).toLocaleString(language, {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}
