/** An instant as ISO 8601 in UTC. */
export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** The same for instants that may not have come. */
export function isoInstantOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : isoInstant(instantMs);
}
