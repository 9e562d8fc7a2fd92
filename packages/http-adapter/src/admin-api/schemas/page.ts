import { z } from 'zod';

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

/** Answers every route may give besides its own. */
export const errorAnswers = {
  '4xx': detailBody.describe('Refused; the header `x-error-code` says why in one word.'),
  '5xx': detailBody.describe('Failed.'),
};

/** A moment in an answer, as ISO 8601. */
export const instant = z.string().meta({ format: 'date-time' });

/** A path that names one thing. */
export const idPath = z.object({ id: z.string() });

export const sessionSecurity = [{ adminSession: [] }] as const;
