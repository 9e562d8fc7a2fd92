import { createHmac } from 'node:crypto';
import type { Callback, CallbackMessage } from '../../job/word-callback.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import { chargeAt, type MockJob, type MockJobState } from '../../job/mock-job.ts';

const words = {
  queued: 'pending',
  running: 'in_progress',
  completed: 'completed',
  failed: 'failed',
} as const;

/** Texts of failures, which have no code. */
const failures = {
  policy: 'The video was flagged by the content policy of the provider.',
  internal: 'The provider failed to make the video.',
  credits: 'The account has too few credits.',
} as const;

export interface VideoFacts {
  readonly job: MockJob;
  readonly state: MockJobState;
  /** ms since 1970. */
  readonly now: number;
  /** URL at which the caller reached the API. */
  readonly base: string;
  /** The link to the video that needs no key; null until it exists, or if a token withholds it. */
  readonly url: string | null;
}

/**
 * A job as @openrouter/sdk 1.3.19 types it (models/videogenerationresponse.d.ts), with the `urls` that
 * openrouter.ai/docs/api_reference/videos adds (read 2026-11-28). A credit costs a dollar.
 */
export function openRouterVideo({ job, state, now, base, url }: VideoFacts) {
  const isOpen = state === 'queued' || state === 'running';
  const path = `/api/v1/videos/${job.id}`;
  return {
    id: job.id,
    polling_url: new URL(base + path).pathname,
    status: isOpen && job.instructions.unknownState ? 'reticulating' : words[state],
    ...(!isOpen && { generation_id: job.id }),
    ...(state === 'completed' && {
      urls: url === null ? [] : [url],
      unsigned_urls: url === null ? [] : [`${base}${path}/content?index=0`],
      usage: { cost: chargeAt(job, now), is_byok: false },
    }),
    ...(state === 'failed' && { error: failures[job.instructions.fail ?? 'internal'] }),
  };
}

/**
 * The webhook of a job's end (openrouter.ai/docs/guides/overview/multimodal/video-generation, read 2026-11-28). A
 * forged one is signed with another secret.
 */
export function openRouterMessage(
  secret: string,
  { sentAt, isForged }: Pick<Callback, 'sentAt' | 'isForged'>,
  facts: VideoFacts,
): CallbackMessage {
  const { polling_url: _path, urls: _links, ...video } = openRouterVideo(facts);
  const body = JSON.stringify({
    type: `video.generation.${video.status}`,
    created_at: new Date(facts.now).toISOString(),
    data: { ...video, model: facts.job.model },
  });
  const time = String(Math.floor(sentAt / 1_000));
  const key = isForged ? keyedDigest(secret, 'forger') : secret;
  const signature = createHmac('sha256', key).update(`${time},${body}`).digest('hex');
  const headers = {
    'x-openrouter-idempotency-key': `${video.id}-${video.status}`,
    'x-openrouter-signature': `t=${time},v1=${signature}`,
  };
  return { headers, body };
}
