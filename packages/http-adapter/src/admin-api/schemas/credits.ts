import { z } from 'zod';

/** Credits an account or a quota can have: sums of thousands of them are still exact. */
const mostCredits = 1_000_000_000_000;

/**
 * A number of credits. The bounds are looked at first, so that a number beyond them is told its bound.
 *
 * @param rule - what is said of anything that is no whole number
 */
export function credits(rule: string): z.ZodNumber {
  return z
    .number(rule)
    .min(0, 'must not be negative')
    .max(mostCredits, `must be at most ${mostCredits}`)
    .int(rule);
}
