import { type Job, projectWorkbenchStatus } from '@filmgate/core';
import type { WorkbenchJob } from '../schemas/workbench-job.ts';

export interface ShownAt {
  /** Prefix the API is mounted under. */
  readonly prefix: string;
  /** Label of the account that took the job. */
  readonly account: string | null;
  readonly now: number;
}

const outcomeUnknown =
  'The upstream may have accepted and charged it. It is never submitted again by itself: check it, or have an operator rule on it.';

/** A job as the workbench shows it [workbench.job-fields]. */
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
  return `It is finished, and could not be fetched since ${new Date(since).toISOString()}. It is tried again by itself: there is nothing to do.`;
}

function hasResult({ state, result, resultExpiresAt }: Job, now: number): boolean {
  const isKept = resultExpiresAt === null || resultExpiresAt > now;
  return state === 'completed' && result !== null && isKept;
}
