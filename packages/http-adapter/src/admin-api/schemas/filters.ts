import { z } from 'zod';

/** A filter that is a text. */
export const oneText = z.string('must be one text').optional();

/** An instant: ISO 8601, read as ms since 1970. */
export const oneInstant = z
  .string('must be one instant')
  .refine((text) => !Number.isNaN(Date.parse(text)), 'must be an instant as ISO 8601')
  .transform((text) => Date.parse(text));

/** A filter that is an instant. */
export const givenInstant = oneInstant.optional();
