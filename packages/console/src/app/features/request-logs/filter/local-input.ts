/** An instant as the value of a date-time field: local time with seconds. */
export function localInput(instant: number): string {
  const zoneMs = new Date(instant).getTimezoneOffset() * 60_000;
  return new Date(instant - zoneMs).toISOString().slice(0, 19);
}

/** Null for incomplete input. */
export function readLocalInput(text: string): number | null {
  const instant = new Date(text).getTime();
  return Number.isNaN(instant) || instant < 0 ? null : instant;
}
