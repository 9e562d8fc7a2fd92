import type { MockJob, MockJobState } from '../../world/mock-job.ts';
import { percentDone } from '../../world/percent-done.ts';

const words = {
  queued: 'queued',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
} as const;

const failures = {
  policy: { code: 'moderation_blocked', message: 'the video was rejected by moderation' },
  internal: { code: 'video_generation_failed', message: 'the generation failed' },
  credits: { code: 'insufficient_quota', message: 'the quota is used up' },
} as const;

function seconds(instant: number): number {
  return Math.floor(instant / 1_000);
}

/**
 * A video job as the official client types it (7.57.0, src/resources/videos.ts).
 *
 * @param told - `now` and `keptUntil` in ms since 1970; `keptUntil` null where no end is told
 */
export function openAiVideo(
  job: MockJob,
  state: MockJobState,
  told: { readonly now: number; readonly keptUntil: number | null },
) {
  const isOpen = state === 'queued' || state === 'running';
  const { instructions } = job;
  return {
    id: job.id,
    object: 'video',
    model: job.model,
    status: isOpen && instructions.unknownState ? 'reticulating' : words[state],
    progress: percentDone(job, state, told.now),
    prompt: job.prompt,
    seconds: String(job.durationSeconds ?? 0),
    size: `${job.width}x${job.height}`,
    created_at: seconds(job.acceptedAt),
    completed_at: state === 'completed' ? seconds(job.endsAt) : null,
    expires_at: state === 'completed' && told.keptUntil !== null ? seconds(told.keptUntil) : null,
    error: state === 'failed' ? failures[instructions.fail ?? 'internal'] : null,
    remixed_from_video_id: job.echo['remixed_from'] ?? null,
  };
}
