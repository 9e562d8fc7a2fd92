import {
  accountRefusalReasons,
  costUnits,
  jobFailureCodes,
  jobStates,
  resultWaits,
} from '@filmgate/core';
import * as z from 'zod/mini';
import { trailStep } from './job-trail.ts';

const instant = z.nullable(z.string());

/** A job of any owner, as `GET /api/v1/admin/jobs` lists it. */
export const adminJob = z.object({
  id: z.string(),
  owner: z.string(),
  owner_name: z.nullable(z.string()),
  origin: z.enum(['tasks', 'native', 'local', 'workbench']),
  state: z.enum(jobStates),
  progress: z.number(),
  model: z.string(),
  prompt: z.string(),
  seconds: z.nullable(z.number()),
  resolution: z.string(),
  aspect_ratio: z.string(),
  generate_audio: z.boolean(),
  references: z.array(z.object({ kind: z.string(), role: z.string(), size: z.number() })),
  warnings: z.array(z.object({ param: z.string(), message: z.string() })),
  price: z.number(),
  route: z.nullable(z.object({ provider: z.string(), model: z.string() })),
  spend: z.nullable(
    z.object({
      unit: z.enum(costUnits),
      estimate: z.number(),
      actual: z.nullable(z.number()),
      charges: z.enum(['acceptance', 'success']),
      usage: z.nullable(
        z.object({
          unit: z.enum(costUnits),
          amount: z.number(),
          figures: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
  quota: z.enum(['reserved', 'held', 'settled', 'refunded']),
  credit: z.enum(['none', 'reserved', 'held', 'settled', 'refunded', 'returned']),
  attempts: z.number(),
  account_id: z.nullable(z.string()),
  account: z.nullable(z.string()),
  error: z.nullable(z.object({ code: z.enum(jobFailureCodes), message: z.string() })),
  result: z.nullable(
    z.object({
      content_type: z.string(),
      size: z.number(),
      sha256: z.string(),
      width: z.number(),
      height: z.number(),
      seconds: z.nullable(z.number()),
      has_audio: z.boolean(),
      expires_at: instant,
    }),
  ),
  result_wait: z.nullable(
    z.object({
      awaits: z.enum(resultWaits),
      since: z.string(),
      tries: z.number(),
      until: instant,
    }),
  ),
  created_at: z.string(),
  updated_at: z.string(),
  submitted_at: instant,
  completed_at: instant,
  unknown_since: instant,
});

export type AdminJob = z.infer<typeof adminJob>;

/** An account that does not take a waiting job now, and why. */
const waitingFor = z.object({
  account_id: z.string(),
  account: z.string(),
  reason: z.enum(accountRefusalReasons),
  detail: z.nullable(z.string()),
  until: instant,
  busy: z.number(),
  concurrency: z.number(),
  unit: z.enum(costUnits),
  credits_free: z.nullable(z.number()),
});

export type WaitingFor = z.infer<typeof waitingFor>;

/** A job with all that happened to it, as `GET /api/v1/admin/jobs/:id` tells it. */
export const adminJobDetail = z.object({
  job: adminJob,
  waiting_for: z.array(waitingFor),
  trail: z.array(trailStep),
  accounts: z.array(z.object({ id: z.string(), label: z.string() })),
  submissions: z.array(
    z.object({
      correlation_id: z.string(),
      marked_at: z.string(),
      send_deadline_at: z.string(),
      has_handle: z.boolean(),
    }),
  ),
});

export type AdminJobDetail = z.infer<typeof adminJobDetail>;

/** Answer of `POST /api/v1/admin/jobs/:id/check`. */
export const checkedAdminJob = z.object({
  job: adminJob,
  checked: z.enum(['upstream', 'record']),
});

/** Answer of `POST /api/v1/admin/jobs/:id/resolve`. */
export const removedResult = z.object({ id: z.string(), state: z.string() });
export const resolvedAdminJob = z.object({ job: adminJob });
