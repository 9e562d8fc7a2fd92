import { z } from 'zod';

const totalLimit = z
  .int('must be a whole number of credits, or null for no limit')
  .min(0, 'must not be negative')
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
  erasure: z
    .object({
      requested_at: z.string(),
      completed_at: z.string().nullable(),
      remaining: z.int().meta({ description: 'Jobs not erased yet, those in flight included.' }),
    })
    .nullable()
    .meta({
      description: 'How far everything personal of it is erased; null unless that was asked for.',
    }),
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

/** What is to be erased, said once more. */
export const erasureBody = z.strictObject({
  confirm: z
    .string('must be a text')
    .meta({ description: 'The name or the id of the API user, exactly.' }),
});

/** Whose links are to be void. API users have a path of their own. */
export const revokedOwnerBody = z.strictObject({
  owner: z.enum(['native', 'service'], 'must be native or service'),
});

export const revokedLinks = z.object({
  link_epoch: z.int().meta({ description: 'How often the links of this owner were revoked.' }),
});
