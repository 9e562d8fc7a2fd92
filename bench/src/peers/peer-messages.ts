import { z } from 'zod';

/** What a program is given that does a gateway's work with other means. */
export const peerArgument = z.object({
  directory: z.string(),
  /** The provider's; unused by a program that only accepts. */
  upstreamPort: z.int(),
  /** Where the Redis of a queue listens. */
  redisPort: z.int().optional(),
});

export type PeerArgument = z.infer<typeof peerArgument>;
