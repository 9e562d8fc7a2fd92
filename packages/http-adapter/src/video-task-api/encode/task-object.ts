import { type Job, nominalPixels, projectCompatibleStatus } from '@filmgate/core';
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
    warnings: job.warnings.map(({ param, message }) => ({ param, message })),
  };
}

function unixSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
