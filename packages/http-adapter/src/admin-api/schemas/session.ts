import { z } from 'zod';
import { instant } from './page.ts';

/** A code of the authenticator app, or a recovery code; spaces and hyphens do not count. */
export const oneTimeCode = z
  .string('must be a text')
  .max(64, 'must have at most 64 characters')
  .meta({
    description: 'Six digits of the authenticator app, or a recovery code. Each counts once.',
  });

export const loginBody = z.object({
  username: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters'),
  password: z.string('must be a text').max(1024, 'must have at most 1024 characters'),
  one_time_code: oneTimeCode.optional(),
});

/** Who is logged in [login.session]. */
export const sessionAnswer = z.object({
  user: z.object({ username: z.string(), role: z.literal('admin') }),
  expires_at: instant,
});

export type SessionAnswer = z.infer<typeof sessionAnswer>;
