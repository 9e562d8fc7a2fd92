import { mostAmount } from '@filmgate/core';
import { z } from 'zod';

/** An instant as ISO 8601 in UTC. */
export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** The same for instants that may not have come. */
export function isoInstantOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : isoInstant(instantMs);
}

/** The owner a filter names: an API user may be named by its id alone. Null when none is named. */
export function ownerNamed(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.startsWith('us_') ? `user:${text}` : text;
}

/**
 * A number of credits. The bounds are checked first, so that the refusal of a number beyond them names the bound.
 *
 * @param rule - the refusal of anything that is not a whole number
 */
export function credits(rule: string): z.ZodNumber {
  return z
    .number(rule)
    .min(0, 'must not be negative')
    .max(mostAmount, `must be at most ${mostAmount}`)
    .int(rule);
}

/** A filter that is a text. */
export const oneText = z.string('must be one text').optional();

/** Characters of what was given that a refusal repeats. */
const mostRepeated = 40;

function noInstant(given: unknown): string {
  return `must be an instant as ISO 8601, not ${JSON.stringify(String(given).slice(0, mostRepeated))}`;
}

/** An instant: ISO 8601, read as ms since 1970. */
export const oneInstant = z
  .string('must be one instant')
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: ({ input }) => noInstant(input) })
  .transform((text) => Date.parse(text));

/** A filter that is an instant. */
export const givenInstant = oneInstant.optional();

const defaultLimit = 50;
const largestLimit = 200;
const limitRule = `must be an integer from 1 to ${largestLimit}`;

/** Query parameters of every list [admin.list-shape]. */
export const pageQuery = {
  limit: z
    .string(limitRule)
    .regex(/^\d{1,3}$/, limitRule)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= largestLimit, limitRule)
    .default(defaultLimit),
  cursor: z
    .string('must be one text')
    .optional()
    .meta({ description: '`next_cursor` of the page before.' }),
};

/** `{data, next_cursor}`. */
export function pageOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{ data: z.ZodArray<T>; next_cursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** Every error of the admin API. */
export const detailBody = z.object({ detail: z.string() });

/** Responses every route may give besides its own. */
export const errorResponses = {
  '4xx': detailBody.describe('Refused; the header `x-error-code` says why in one word.'),
  '5xx': detailBody.describe('Failed.'),
};

/** A moment in a response, as ISO 8601. */
export const instant = z.string().meta({ format: 'date-time' });

/** A path that names one thing. */
export const idPath = z.object({ id: z.string() });

export const sessionSecurity = [{ adminSession: [] }] as const;
