import { z } from 'zod';

/** What a client of all task routes is given, and what it tells when asked. */
export const mixArgument = z.object({
  port: z.int(),
  key: z.string(),
  /** Clients that each create a task, poll it and download its video, again and again. */
  clients: z.int(),
});

export const mixReport = z.object({
  tasks: z.int(),
  polls: z.int(),
  bytes: z.number(),
  /** The first thing that went wrong; null when nothing did. */
  failure: z.string().nullable(),
});

export type MixArgument = z.infer<typeof mixArgument>;
export type MixReport = z.infer<typeof mixReport>;
