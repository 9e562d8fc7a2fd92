import type { MockJob, MockJobState } from '../../job/mock-job.ts';

const framesPerSecond = 24;

const words = {
  queued: 'queued',
  running: 'running',
  completed: 'succeeded',
  failed: 'failed',
} as const;

const failures = {
  policy: {
    code: 'OutputVideoSensitiveContentDetected',
    message: 'the video has sensitive content',
  },
  internal: { code: 'InternalServiceError', message: 'the generation failed' },
  credits: { code: 'AccountOverdueError', message: 'the account has an overdue balance' },
} as const;

/** Status as lists filter by it: `expired` after its deadline, `cancelled` by its caller. */
export function arkStatus(job: MockJob, state: MockJobState): string {
  const { instructions, canceledAt, echo } = job;
  const isOpen = state === 'queued' || state === 'running';
  if (isOpen && instructions.unknownState) return 'reticulating';
  if (state !== 'failed' || canceledAt === undefined) return words[state];
  // The clock may advance between the reading of a request and the planning of its job.
  return canceledAt >= Number(echo['deadline']) ? 'expired' : 'cancelled';
}

/** Tokens charged for a video, from its pixels, frames and seconds (Ark's page of prices, read 2026-11-22). */
function tokensOf({ width, height, durationSeconds }: MockJob): number {
  return Math.ceil((width * height * framesPerSecond * (durationSeconds ?? 0)) / 1_024);
}

/**
 * A task as Ark returns it, with status 200 even if it failed (`volcengine/volcengine-python-sdk`,
 * content_generation_task.py, read 2026-11-23).
 *
 * @param reported - `updatedAt` in ms since 1970; `url` null while there is no link, or if a token withholds it
 */
export function arkTask(
  job: MockJob,
  state: MockJobState,
  reported: { readonly updatedAt: number; readonly url: string | null },
) {
  const tokens = tokensOf(job);
  const { deadline: _deadline, execution_expires_after: expiresAfter, ...echo } = job.echo;
  return {
    id: job.id,
    model: job.model,
    status: arkStatus(job, state),
    created_at: Math.floor(job.acceptedAt / 1_000),
    updated_at: Math.floor(reported.updatedAt / 1_000),
    resolution: job.resolution,
    ratio: job.aspectRatio,
    duration: job.durationSeconds,
    framespersecond: framesPerSecond,
    generate_audio: job.audio,
    ...echo,
    ...(expiresAfter !== undefined && { execution_expires_after: Number(expiresAfter) }),
    ...(state === 'completed' && {
      content: reported.url === null ? {} : { video_url: reported.url },
      usage: { completion_tokens: tokens, total_tokens: tokens },
    }),
    ...(state === 'failed' &&
      job.canceledAt === undefined && { error: failures[job.instructions.fail ?? 'internal'] }),
  };
}
