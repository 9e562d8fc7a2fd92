import { z } from 'zod';
import { instant } from './page.ts';

/** A session that would be let in now, as the console shows it. */
export const openSession = z.object({
  id: z.string().meta({ description: 'Names the session, and opens nothing.' }),
  username: z.string(),
  created_at: instant,
  last_seen_at: instant,
  idle_until: instant.meta({ description: 'When it ends unless it is used before.' }),
  expires_at: instant.meta({ description: 'When it ends however much it is used.' }),
  current: z.boolean().meta({ description: 'Whether it is the one that asks.' }),
});

export type OpenSessionRecord = z.infer<typeof openSession>;

export const endedSessions = z.object({ ended: z.int() });
