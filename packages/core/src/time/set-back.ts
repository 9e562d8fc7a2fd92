/**
 * By how much instants told to a store may go back before its clock is taken to have been set back, in ms: nodes are taken to
 * agree while they differ by less than half of it.
 */
export const setBackAfterMs = 5_000;

/**
 * By how much the wall clock was set back, in ms; 0 while it was not. What waits in a schedule is moved by as much, so that each
 * pause lasts as long as it was meant to.
 *
 * @param newest - the newest instant told so far, ms since 1970
 */
export function setBackBy(newest: number, now: number): number {
  return newest - now > setBackAfterMs ? newest - now : 0;
}
