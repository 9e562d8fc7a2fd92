import { z } from 'zod';

export const loginBody = z.object({
  username: z
    .string('must be a text')
    .min(1, 'must not be empty')
    .max(200, 'must have at most 200 characters'),
  password: z.string('must be a text').max(1024, 'must have at most 1024 characters'),
});

/** Who is logged in (decisions §5 Login). */
export const sessionAnswer = z.object({
  user: z.object({ username: z.string(), role: z.literal('admin') }),
  expires_at: z.string().meta({ description: 'ISO 8601.', format: 'date-time' }),
});

export type SessionAnswer = z.infer<typeof sessionAnswer>;
