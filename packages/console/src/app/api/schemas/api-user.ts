import * as z from 'zod/mini';

/** An API user as `GET /api/v1/admin/api-users` shows it. */
export const apiUser = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  key_hint: z.string(),
  total_limit: z.nullable(z.number()),
  max_open_jobs: z.nullable(z.number()),
  max_requests_per_minute: z.nullable(z.number()),
  usage: z.object({ used: z.number(), reserved: z.number(), held: z.number() }),
  created_at: z.string(),
  last_used_at: z.nullable(z.string()),
  /** How far everything personal of it is erased; null unless that was asked for. */
  erasure: z.nullable(
    z.object({
      requested_at: z.string(),
      completed_at: z.nullable(z.string()),
      remaining: z.number(),
    }),
  ),
});

export type ApiUser = z.infer<typeof apiUser>;

export const apiUserAnswer = z.object({ api_user: apiUser });

/** The one time a key is told. */
export const apiUserWithKey = z.object({ api_user: apiUser, key: z.string() });

export type ApiUserWithKey = z.infer<typeof apiUserWithKey>;

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const total_limit = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000_000))));

const max_open_jobs = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000))));
const max_requests_per_minute = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))));
const limits = { total_limit, max_open_jobs, max_requests_per_minute };

/** What is sent to make one, with the rules the server holds it to. */
export const newApiUserBody = z.object({ name, ...limits });

/** What is sent to change one. */
export const apiUserChangeBody = z.object({ name: z.optional(name), ...limits });

/** How often the links of an owner were revoked. */
export const revokedLinks = z.object({ link_epoch: z.number() });
