import { type Job, nominalPixels, projectCompatibleStatus, type Warning } from '@filmgate/core';
import type { TaskObject } from '../schemas/task-object.ts';

/** A job as the compatible API shows it, but for the signed `video_url`, which is fresh at each read. */
export function encodeTask(job: Job): TaskObject {
  const { request } = job;
  const { width, height } = nominalPixels(request);
  const { failure } = job;
  return {
    id: job.id,
    task_id: job.id,
    object: 'video',
    status: projectCompatibleStatus(job.state),
    progress: Math.floor(job.progress),
    model: request.model,
    seconds: request.durationSeconds ?? 0,
    resolution: request.resolution,
    aspect_ratio: request.aspectRatio,
    size: `${width}x${height}`,
    generate_audio: request.generateAudio,
    prompt: request.prompt,
    created_at: unixSeconds(job.createdAt),
    completed_at: job.completedAt === null ? null : unixSeconds(job.completedAt),
    expires_at: job.resultExpiresAt === null ? null : unixSeconds(job.resultExpiresAt),
    error: failure === null ? null : { code: failure.code, message: failure.message },
    remixed_from_video_id: null,
    warnings: [...job.warnings, ...fetchWarnings(job)].map(({ param, message }) => ({
      param,
      message,
    })),
  };
}

/** Said for as long as it is so: the video is made, and its copy is what is missing. */
function fetchWarnings({ state, resultFetch }: Job): readonly Warning[] {
  const since = state === 'storing' ? (resultFetch?.awaitsSince ?? null) : null;
  if (since === null) return [];
  const instant = new Date(since).toISOString();
  const message = `The video is finished, and could not be fetched since ${instant}. It is tried again by itself.`;
  return [{ param: 'video_url', message }];
}

function unixSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
