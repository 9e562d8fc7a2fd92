import { z } from 'zod';
import { redisPlace } from './redis-place.ts';

/** What a node that only polls is given, told and asked. */

export const fleetArgument = z.object({
  directory: z.string(),
  /** Absent: the embedded store. */
  redis: redisPlace.optional(),
  /** Shortest time between two polls of one job, in ms. */
  pollEveryMs: z.number(),
  /** Where each poll asks over HTTP; absent = nowhere, and what is left of a poll is our own work. */
  upstreamPort: z.int().optional(),
});

export const fleetCommand = z.discriminatedUnion('kind', [
  /** Brings so many jobs into flight, all of them due. */
  z.object({ kind: z.literal('seed'), jobs: z.int() }),
  /** Lets the runner claim, or no longer; what it has in hand it finishes. */
  z.object({ kind: z.literal('run'), on: z.boolean() }),
  /** Only asks. */
  z.object({ kind: z.literal('report') }),
  /** Frees what is not in use first. */
  z.object({ kind: z.literal('tidy') }),
]);

export const fleetReport = z.object({
  /** Polls since the start. */
  polls: z.int(),
  /** Some of the jobs as they stand, as JSON texts; only after seeding. */
  samples: z.array(z.string()),
});

export const fleetFailure = z.object({ failure: z.string() });

export type FleetArgument = z.infer<typeof fleetArgument>;
export type FleetCommand = z.infer<typeof fleetCommand>;
export type FleetReport = z.infer<typeof fleetReport>;
