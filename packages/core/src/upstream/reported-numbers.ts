/** Last instant that ISO 8601 writes with a year of four digits, in ms since 1970. */
const latestInstant = Date.UTC(10_000, 0) - 1;

/** Maximum cost or balance in a unit's smallest part: sums of thousands of them are still exact. */
export const mostAmount = 1_000_000_000_000;

/** Returns a reported instant, in ms since 1970; undefined for a number that is no date. */
export function reportedInstant(ms: number): number | undefined {
  return ms >= 0 && ms <= latestInstant ? Math.floor(ms) : undefined;
}

/** Returns a whole amount of the smallest part, within ±`mostAmount`; undefined for any other number. */
export function reportedAmount(amount: number): number | undefined {
  return Number.isInteger(amount) && Math.abs(amount) <= mostAmount ? amount : undefined;
}

/** Returns the pause a provider asks for, in ms; null for a number that is no time. */
export function reportedPause(ms: number | null): number | null {
  return ms !== null && ms >= 0 && ms <= latestInstant ? Math.ceil(ms) : null;
}
