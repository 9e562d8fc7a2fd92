import { type Job, projectWorkbenchStatus, workbenchStatuses } from '@filmgate/core';
import { z } from 'zod';

interface ShownAt {
  /** Prefix the API is mounted under. */
  readonly prefix: string;
  /** Label of the account that took the job. */
  readonly account: string | null;
  readonly now: number;
}

const outcomeUnknown =
  'The provider may have accepted and charged this job. It is never submitted again automatically: check it, or ask an operator to resolve it.';

/** Encodes a job for the workbench [workbench.job-fields]. */
export function encodeWorkbenchJob(job: Job, { prefix, account, now }: ShownAt): WorkbenchJob {
  const { request } = job;
  const message = messageOf(job);
  return {
    job_id: job.id,
    id: job.id,
    status: projectWorkbenchStatus(job.state),
    ...(message === undefined ? {} : { message }),
    ...(hasResult(job, now) ? { result_url: `${prefix}/local-video/jobs/${job.id}/content` } : {}),
    model: request.model,
    prompt: request.prompt,
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    duration: request.durationSeconds,
    generate_audio: request.generateAudio,
    account,
    progress: Math.floor(job.progress),
    created_at: new Date(job.createdAt).toISOString(),
    updated_at: new Date(job.updatedAt).toISOString(),
  };
}

function messageOf({ state, failure, resultFetch }: Job): string | undefined {
  if (state === 'outcome_unknown') return outcomeUnknown;
  const since = state === 'storing' ? (resultFetch?.awaitsSince ?? null) : null;
  return since === null ? failure?.message : stillFetched(since);
}

function stillFetched(since: number): string {
  return `The video is finished, but its download has been failing since ${new Date(since).toISOString()}. Retrying automatically.`;
}

function hasResult({ state, result, resultExpiresAt }: Job, now: number): boolean {
  const isKept = resultExpiresAt === null || resultExpiresAt > now;
  return state === 'completed' && result !== null && isKept;
}

/** A job of the workbench [workbench.job-fields]. */
export const workbenchJob = z.object({
  job_id: z.string(),
  id: z.string().meta({ description: 'Same value as `job_id`.' }),
  status: z.enum(workbenchStatuses),
  message: z
    .string()
    .optional()
    .meta({ description: 'Failure reason, or meaning of an unknown outcome.' }),
  result_url: z.string().optional().meta({ description: 'Present while the video is available.' }),
  model: z.string(),
  prompt: z.string(),
  aspect_ratio: z.string(),
  resolution: z.string(),
  duration: z.int().nullable().meta({ description: 'Seconds.' }),
  generate_audio: z.boolean(),
  account: z
    .string()
    .nullable()
    .meta({ description: 'Label of the account; null until one is chosen.' }),
  progress: z.int().min(0).max(100),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

export type WorkbenchJob = z.infer<typeof workbenchJob>;

export const workbenchJobs = z.object({ jobs: z.array(workbenchJob) });
