import { mostAmount } from '@filmgate/core';
import { z } from 'zod';

/** Formats an instant as ISO 8601 in UTC. */
export function isoInstant(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** Formats an instant, or null, as ISO 8601 in UTC. */
export function isoInstantOrNull(instantMs: number | null): string | null {
  return instantMs === null ? null : isoInstant(instantMs);
}

/** Returns the owner a filter names: an API user may be named by its id alone. Null if none is named. */
export function ownerNamed(text: string | undefined): string | null {
  if (text === undefined) return null;
  return text.startsWith('us_') ? `user:${text}` : text;
}

/**
 * Schema of a number of credits. The limits are checked first, so that the refusal of a number beyond them names the
 * limit.
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
export const oneText = z.string('must be one string').optional();

/** Maximum characters of an input that a refusal repeats. */
const mostRepeated = 40;

function noInstant(given: unknown): string {
  return `must be an ISO 8601 timestamp, not ${JSON.stringify(String(given).slice(0, mostRepeated))}`;
}

/** An instant: ISO 8601, read as ms since 1970. */
export const oneInstant = z
  .string('must be one timestamp')
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
    .string('must be one string')
    .optional()
    .meta({ description: '`next_cursor` of the previous page.' }),
};

/** Schema of a page: `{data, next_cursor}`. */
export function pageOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{ data: z.ZodArray<T>; next_cursor: z.ZodNullable<z.ZodString> }> {
  return z.object({ data: z.array(item), next_cursor: z.string().nullable() });
}

/** The body of every error of the admin API. */
export const detailBody = z.object({ detail: z.string() });

/** Responses common to all routes. */
export const errorResponses = {
  '4xx': detailBody.describe('Rejected; the header `x-error-code` has the error code.'),
  '5xx': detailBody.describe('Failed.'),
};

/** An instant in a response, as ISO 8601. */
export const instant = z.string().meta({ format: 'date-time' });

/** A path that names one thing. */
export const idPath = z.object({ id: z.string() });

export const sessionSecurity = [{ adminSession: [] }] as const;
