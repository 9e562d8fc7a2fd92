import type { MockJob, MockJobState } from '../../job/mock-job.ts';
import { percentDone } from '../../job/reported-job.ts';

/** Differences between servers of this API [mock.openai-dialect]. */
export interface OpenAiDialect {
  /** Status of an acceptance. */
  readonly acceptedStatus: number;
  readonly words: { readonly [state in MockJobState]: string };
  readonly seconds: (duration: number) => string | number;
  readonly hasList: boolean;
}

/** The dialect of OpenAI's own service. */
export const openAiDialect: OpenAiDialect = {
  acceptedStatus: 200,
  words: { queued: 'queued', running: 'in_progress', completed: 'completed', failed: 'failed' },
  seconds: String,
  hasList: true,
};

/** All differences of compatible servers at once: a client that reads this reads any of them. */
export const compatibleDialect: OpenAiDialect = {
  acceptedStatus: 202,
  words: { queued: 'queued', running: 'processing', completed: 'succeeded', failed: 'failed' },
  seconds: (duration) => duration,
  hasList: false,
};

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
 * @param reported - `now` and `keptUntil` in ms since 1970; `keptUntil` null if no expiry is reported
 */
export function openAiVideo(
  job: MockJob,
  state: MockJobState,
  reported: {
    readonly now: number;
    readonly keptUntil: number | null;
    readonly dialect: OpenAiDialect;
  },
) {
  const isOpen = state === 'queued' || state === 'running';
  const { instructions } = job;
  return {
    id: job.id,
    object: 'video',
    model: job.model,
    status: isOpen && instructions.unknownState ? 'reticulating' : reported.dialect.words[state],
    progress: percentDone(job, state, reported.now),
    prompt: job.prompt,
    seconds: reported.dialect.seconds(job.durationSeconds ?? 0),
    size: `${job.width}x${job.height}`,
    created_at: seconds(job.acceptedAt),
    completed_at: state === 'completed' ? seconds(job.endsAt) : null,
    expires_at:
      state === 'completed' && reported.keptUntil !== null ? seconds(reported.keptUntil) : null,
    error: state === 'failed' ? failures[instructions.fail ?? 'internal'] : null,
    remixed_from_video_id: job.echo['remixed_from'] ?? null,
  };
}

/** One model that stands for all those of a server. */
export const openAiModels = {
  object: 'list',
  data: [{ id: 'sora-2', object: 'model', created: 0, owned_by: 'mock' }],
};
