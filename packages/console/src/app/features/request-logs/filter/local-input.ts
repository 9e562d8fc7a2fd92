/** An instant as a field of date and time has it: local, to the second. */
export function localInput(instant: number): string {
  const zoneMs = new Date(instant).getTimezoneOffset() * 60_000;
  return new Date(instant - zoneMs).toISOString().slice(0, 19);
}

/** Null while it is not whole. */
export function readLocalInput(text: string): number | null {
  const instant = new Date(text).getTime();
  return Number.isNaN(instant) || instant < 0 ? null : instant;
}
