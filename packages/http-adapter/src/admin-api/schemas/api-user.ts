import type { ApiUser } from '@filmgate/core';
import { z } from 'zod';
import { credits, instant, isoInstant, isoInstantOrNull } from './page.ts';

/** Encodes an API user for the console. */
export function encodeApiUser(user: ApiUser): ApiUserRecord {
  const { used, reserved, held, limit } = user.usage;
  return {
    id: user.id,
    name: user.name,
    enabled: user.enabled,
    key_hint: user.keyHint,
    total_limit: limit,
    max_open_jobs: user.maxOpenJobs,
    max_requests_per_minute: user.maxRequestsPerMinute,
    usage: { used, reserved, held },
    created_at: isoInstant(user.createdAt),
    last_used_at: isoInstantOrNull(user.lastUsedAt),
    erasure:
      user.erasure === null
        ? null
        : {
            requested_at: isoInstant(user.erasure.requestedAt),
            completed_at: isoInstantOrNull(user.erasure.completedAt),
            remaining: user.erasure.remaining,
          },
  };
}

const totalLimit = credits('must be a whole number of credits, or null for no limit')
  .nullable()
  .meta({ description: 'Credits; null = no limit, 0 = none allowed.' });
const openJobs = z
  .int('must be a whole number of tasks, or null for no limit')
  .min(0, 'must not be negative')
  .max(1_000_000_000, 'must be at most 1000000000')
  .nullable()
  .meta({ description: 'Maximum concurrent tasks; null = no limit, 0 = none allowed.' });
const requestsPerMinute = z
  .int('must be a whole number of requests, or null for no limit')
  .min(1, 'must be at least 1')
  .max(1_000_000, 'must be at most 1000000')
  .nullable()
  .meta({ description: 'Maximum requests per minute; null = no limit.' });
const name = z
  .string('must be a string')
  .trim()
  .min(1, 'must not be empty')
  .max(100, 'must have at most 100 characters');

/** An API user as the console shows it [admin.api-users.record]. */
export const apiUser = z.object({
  id: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  key_hint: z.string(),
  total_limit: z.int().nullable(),
  max_open_jobs: z.int().nullable(),
  max_requests_per_minute: z.int().nullable(),
  usage: z.object({ used: z.number(), reserved: z.number(), held: z.number() }),
  created_at: instant,
  last_used_at: instant.nullable(),
  erasure: z
    .object({
      requested_at: instant,
      completed_at: instant.nullable(),
      remaining: z.int().meta({ description: 'Jobs not yet erased, including jobs in progress.' }),
    })
    .nullable()
    .meta({
      description: 'Progress of the erasure of personal data; null if not requested.',
    }),
});

export type ApiUserRecord = z.infer<typeof apiUser>;

const limits = {
  total_limit: totalLimit.optional(),
  max_open_jobs: openJobs.optional(),
  max_requests_per_minute: requestsPerMinute.optional(),
};

export const newApiUserBody = z.strictObject({ name, ...limits });

export const apiUserChangeBody = z.strictObject({
  name: name.optional(),
  enabled: z.boolean('must be true or false').optional(),
  ...limits,
});

export const apiUserResponse = z.object({ api_user: apiUser });

/** The only response with the key. */
export const apiUserWithKey = z.object({ api_user: apiUser, key: z.string() });

/** Confirmation of an erasure. */
export const erasureBody = z.strictObject({
  confirm: z.string('must be a string').meta({ description: 'Exact name or ID of the API user.' }),
});

/** The owner whose links are revoked. API users have another path. */
export const revokedOwnerBody = z.strictObject({
  owner: z.enum(['native', 'service'], 'must be native or service'),
});

export const revokedLinks = z.object({
  link_epoch: z.int().meta({ description: 'Number of revocations of the links of this owner.' }),
});
