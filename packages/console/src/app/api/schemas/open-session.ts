import * as z from 'zod/mini';

/** A session as `GET /api/v1/admin/sessions` shows it. */
export const openSession = z.object({
  id: z.string(),
  username: z.string(),
  created_at: z.string(),
  last_seen_at: z.string(),
  idle_until: z.string(),
  expires_at: z.string(),
  current: z.boolean(),
});

export type OpenSession = z.infer<typeof openSession>;

export const openSessions = z.object({
  data: z.array(openSession),
  next_cursor: z.nullable(z.string()),
});

export const endedSessions = z.object({ ended: z.number() });
