/** Last instant that ISO 8601 writes with a year of four digits, in ms since 1970. */
const latestInstant = Date.UTC(10_000, 0) - 1;

/** The most of a unit's smallest part that anything is said to cost or to be left: sums of thousands of them are still exact. */
export const mostAmount = 1_000_000_000_000;

/** An instant as an upstream tells it, in ms since 1970; undefined for a number that is no date. */
export function toldInstant(ms: number): number | undefined {
  return ms >= 0 && ms <= latestInstant ? Math.floor(ms) : undefined;
}

/** A whole amount of a unit's smallest part; undefined for any other number, and beyond `mostAmount` either way. */
export function toldAmount(amount: number): number | undefined {
  return Number.isInteger(amount) && Math.abs(amount) <= mostAmount ? amount : undefined;
}

/** How long an upstream asks to be left alone, in ms; null for a number that is no time. */
export function toldPause(ms: number | null): number | null {
  return ms !== null && ms >= 0 && ms <= latestInstant ? Math.ceil(ms) : null;
}
