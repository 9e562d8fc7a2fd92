import * as z from 'zod/mini';

/** `GET /api/v1/auth/session`: who is logged in. */
export const session = z.object({
  user: z.object({ username: z.string() }),
  expires_at: z.string(),
});

export type Session = z.infer<typeof session>;

/** An answer without a body. */
export const nothing = z.null();
