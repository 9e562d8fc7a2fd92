import * as z from 'zod/mini';

/** The words of the workbench, in the order a job usually goes through them. */
export const workbenchStatuses = [
  'authenticating',
  'prepared',
  'submitted',
  'polling',
  'completed',
  'failed',
  'outcome_unknown',
] as const;

export type WorkbenchStatus = (typeof workbenchStatuses)[number];

/** A job as `GET /local-video/jobs` and the live events tell it. */
export const workbenchJob = z.object({
  job_id: z.string(),
  status: z.enum(workbenchStatuses),
  message: z.optional(z.string()),
  result_url: z.optional(z.string()),
  model: z.string(),
  prompt: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  duration: z.nullable(z.number()),
  generate_audio: z.boolean(),
  account: z.nullable(z.string()),
  progress: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type WorkbenchJob = z.infer<typeof workbenchJob>;

export const workbenchJobs = z.object({ jobs: z.array(workbenchJob) });

export const workbenchCheck = z.object({
  job: workbenchJob,
  checked: z.enum(['upstream', 'record']),
});

/** One message of `GET /local-video/events`. */
export const workbenchEvent = z.discriminatedUnion('type', [
  z.object({ id: z.string(), type: z.literal('job.updated'), data: workbenchJob }),
  z.object({ id: z.string(), type: z.literal('ready') }),
  z.object({ id: z.string(), type: z.literal('resync') }),
]);
