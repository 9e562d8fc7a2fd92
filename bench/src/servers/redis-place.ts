import { z } from 'zod';

/** Where a gateway finds its store on Redis, and what it demands of the server. */
export const redisPlace = z.object({
  url: z.string(),
  durability: z.enum(['every-write', 'every-second']),
});

export type RedisPlace = z.infer<typeof redisPlace>;
