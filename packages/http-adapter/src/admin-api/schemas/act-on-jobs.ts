import { actObstacles, handActs } from '@filmgate/core';
import { z } from 'zod';
import { adminJob, evidence } from './job.ts';

/** Maximum jobs of one request: each costs as much as a request of its own. */
const mostJobs = 100;
const longestId = 256;
const idsRule = `must be 1 to ${mostJobs} job IDs`;

const ids = z
  .array(
    z.string(idsRule).min(1, idsRule).max(longestId, `must have at most ${longestId} characters`),
    idsRule,
  )
  .min(1, idsRule)
  .max(mostJobs, idsRule)
  .refine((named) => new Set(named).size === named.length, 'must name each job once');

export const checkActBody = z.strictObject({
  act: z.enum(handActs, `must be one of ${handActs.join(', ')}`),
  ids,
});

export const actOnJobsBody = z.discriminatedUnion(
  'act',
  [
    z.strictObject({ act: z.enum(['check', 'cancel']), ids }),
    z.strictObject({
      act: z.literal('resolve'),
      ids,
      outcome: z.enum(['charged', 'not_charged'], 'must be charged or not_charged'),
      note: evidence,
    }),
  ],
  `must have an act: ${handActs.join(', ')}`,
);

export type ActOnJobs = z.infer<typeof actOnJobsBody>;

const actedJob = z.object({
  id: z.string(),
  reason: z
    .enum(['not-found', ...actObstacles])
    .nullable()
    .meta({ description: 'Reason for skipping the job; null if the action is performed.' }),
  job: adminJob.nullable().meta({ description: 'Current job; null if there is no such job.' }),
});

export type ActedJobRecord = z.infer<typeof actedJob>;

/** In the order of the ids. */
export const actedJobs = z.object({ data: z.array(actedJob) });
