import * as z from 'zod/mini';

const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(100));
const total_limit = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000_000))));

const max_open_jobs = z.optional(z.nullable(z.int().check(z.gte(0), z.lte(1_000_000_000))));
const max_requests_per_minute = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(1_000_000))));
const limits = { total_limit, max_open_jobs, max_requests_per_minute };

/** Request body that creates an API user, with the server's rules. */
export const newApiUserBody = z.object({ name, ...limits });

/** Request body that changes an API user, with the server's rules. */
export const apiUserChangeBody = z.object({ name: z.optional(name), ...limits });
