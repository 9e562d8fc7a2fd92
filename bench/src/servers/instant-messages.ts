import { z } from 'zod';

/** What the gateway on a provider that finishes at once is given, and what it tells. */

export const instantArgument = z.object({
  directory: z.string(),
  /** Where each submission is posted to, one connection for each; absent = nowhere. */
  upstreamPort: z.int().optional(),
  /** How many different results there are; absent = each is another. */
  differentResults: z.int().optional(),
});

export const instantGreeting = z.object({
  tasksPort: z.int(),
  localPort: z.int(),
  /** Key of a user of the Video Task API without a limit. */
  userKey: z.string(),
  serviceKey: z.string(),
});

export const memoryUse = z.object({ heapBytes: z.number() });

export type InstantArgument = z.infer<typeof instantArgument>;
export type InstantGreeting = z.infer<typeof instantGreeting>;
