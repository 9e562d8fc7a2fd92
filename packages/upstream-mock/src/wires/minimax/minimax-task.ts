import type { MockJob, MockJobState } from '../../job/mock-job.ts';

const words = {
  queued: 'queued',
  running: 'running',
  completed: 'succeeded',
  failed: 'failed',
} as const;

const failures = {
  policy: { code: '1026', message: 'video description contains sensitive content' },
  internal: { code: '1000', message: 'internal error' },
  credits: { code: '1008', message: 'insufficient balance' },
} as const;

/** Status as lists filter by it. */
export function minimaxStatus({ instructions, canceledAt }: MockJob, state: MockJobState): string {
  const isOpen = state === 'queued' || state === 'running';
  if (isOpen && instructions.unknownState) return 'reticulating';
  return state === 'failed' && canceledAt !== undefined ? 'cancelled' : words[state];
}

/**
 * A task in reads and lists (platform.minimax.io/docs/api-reference/video-generation-v2-query, read 2026-11-28).
 *
 * @param reported - `updatedAt` in ms since 1970; `url` null while there is no link, or if a token withholds it
 */
export function minimaxTask(
  job: MockJob,
  state: MockJobState,
  reported: { readonly updatedAt: number; readonly url: string | null },
) {
  return {
    id: job.id,
    model: job.model,
    status: minimaxStatus(job, state),
    ...(state === 'failed' &&
      job.canceledAt === undefined && { error: failures[job.instructions.fail ?? 'internal'] }),
    created_at: Math.floor(job.acceptedAt / 1_000),
    updated_at: Math.floor(reported.updatedAt / 1_000),
    ...(state === 'completed' && { content: reported.url === null ? {} : { url: reported.url } }),
    resolution: job.echo['resolution'],
    duration: job.durationSeconds,
    usage: state === 'completed' ? usageOf(job) : {},
    ratio: job.aspectRatio,
    task_type: 'generation',
    modality: 'video',
  };
}

/** The mock opens no reference, so a reference video counts no seconds. */
function usageOf({ durationSeconds, references }: MockJob) {
  return {
    total_seconds: durationSeconds,
    input_seconds: 0,
    output_seconds: durationSeconds,
    input_image_count: references.filter(({ role }) => /_frame$|_image$/.test(role)).length,
  };
}
