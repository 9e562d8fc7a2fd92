import type { ApiUser } from '@filmgate/core';
import type { ApiUserRecord } from '../schemas/api-user.ts';
import { isoInstant, isoInstantOrNull } from './iso-instant.ts';

/** An API user as the console shows it. */
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
