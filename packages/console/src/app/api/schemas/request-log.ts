import * as z from 'zod/mini';

/** A call as `GET /api/v1/admin/request-logs` shows it. */
export const requestLogCall = z.object({
  id: z.string(),
  time: z.string(),
  count: z.number(),
  last_time: z.string(),
  request_id: z.string(),
  caller: z.nullable(z.string()),
  method: z.string(),
  path: z.string(),
  model: z.nullable(z.string()),
  status: z.nullable(z.number()),
  error_code: z.nullable(z.string()),
  duration_ms: z.nullable(z.number()),
  job_id: z.nullable(z.string()),
  disconnected: z.boolean(),
  prompt_digest: z.nullable(z.string()),
  prompt: z.optional(z.string()),
});

export type RequestLogCall = z.infer<typeof requestLogCall>;

/** How many calls began in one stretch of time. */
export const requestLogBucket = z.object({
  time: z.string(),
  ok: z.number(),
  refused: z.number(),
  failed: z.number(),
  client_gone: z.number(),
  open: z.number(),
});

export type RequestLogBucket = z.infer<typeof requestLogBucket>;

/** `GET /api/v1/admin/request-logs/histogram`. */
export const requestLogHistogram = z.object({ data: z.array(requestLogBucket) });
