import { z } from 'zod';
import { redisPlace } from './redis-place.ts';

/** What the program that takes jobs through a store stage by stage is given, and what it tells. */

export const stageArgument = z.object({
  jobs: z.int(),
  directory: z.string(),
  store: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sqlite') }),
    z.object({ kind: z.literal('redis'), place: redisPlace, pid: z.int() }),
    z.object({ kind: z.literal('bullmq'), port: z.int(), pid: z.int() }),
  ]),
});

const stageUse = z.object({
  seconds: z.number(),
  /** Of the program and of Redis, in ns; null where the system keeps no account. */
  processorNs: z.number().nullable(),
  /** What others took of the program's core, 0 to 1; null as above. */
  foreignShare: z.number().nullable(),
});

/** By name of the stage. */
export const stageReport = z.record(z.string(), stageUse);

export type StageArgument = z.infer<typeof stageArgument>;
export type StageUse = z.infer<typeof stageUse>;
export type StageReport = z.infer<typeof stageReport>;
