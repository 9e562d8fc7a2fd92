import { z } from 'zod';
import { credits } from './credits.ts';

const totalLimit = credits('must be a whole number of credits, or null for no limit')
  .nullable()
  .meta({ description: 'Credits; null is no limit, 0 allows nothing.' });
const name = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');

/** An API user as the console shows it (decisions §6). */
export const apiUser = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  key_hint: z.string(),
  total_limit: z.int().nullable(),
  usage: z.object({ used: z.number(), reserved: z.number(), held: z.number() }),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
});

export type ApiUserRecord = z.infer<typeof apiUser>;

export const newApiUserBody = z.strictObject({ name, total_limit: totalLimit.optional() });

export const apiUserChangeBody = z.strictObject({
  name: name.optional(),
  enabled: z.boolean('must be true or false').optional(),
  total_limit: totalLimit.optional(),
});

export const apiUserAnswer = z.object({ api_user: apiUser });

/** The one time a key is shown. */
export const apiUserWithKey = z.object({ api_user: apiUser, key: z.string() });
