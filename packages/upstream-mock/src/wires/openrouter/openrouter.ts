import { createHmac } from 'node:crypto';
import { openRouter as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { callbackSecret } from '../../callbacks/standard-webhook.ts';
import { createWire } from '../../engine/described-wire.ts';
import { modelInput } from '../../engine/model-input.ts';
import { resultReply } from '../../results/result-reply.ts';
import { other, read, submission } from '../../engine/routes.ts';
import { videoBody } from '../../engine/sent-video.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderReply } from '../../http/provider-request.ts';
import { keyedDigest } from '../../job/keyed-digest.ts';
import { keptUntil } from '../../job/reported-job.ts';

const videosPath = '/api/v1/videos';

/** One model that stands for all, as @openrouter/sdk 1.3.19 types it (models/videomodel.d.ts). */
const model = {
  id: 'google/veo-3.1',
  canonical_slug: 'google/veo-3.1',
  name: 'Google: Veo 3.1',
  created: 1_767_225_600,
  supported_resolutions: ['720p', '1080p'],
  supported_aspect_ratios: ['16:9', '9:16', '1:1'],
  supported_sizes: ['1280x720', '1920x1080'],
  supported_durations: [4, 6, 8],
  supported_frame_images: ['first_frame', 'last_frame'],
  generate_audio: true,
  seed: true,
  creativity: null,
  upscale_factor: null,
  allowed_passthrough_parameters: [],
};

/** A valid key without a limit of its own, as openrouter.ai/docs/api_reference/limits has it (read 2026-11-30). */
const keyInUse = { label: 'sk-or-v1-mock', limit: null, limit_remaining: null, usage: 0 };

/** The metadata that distinguish errors of one status (same documents, and errors-and-debugging). */
const metadata: { readonly [code: string]: object } = {
  '400.content': { error_type: 'content_policy_violation' },
  '402.in_flight': {
    reason: 'in_flight_budget_exhausted',
    limit_source: 'openrouter_in_flight_budget',
  },
  '403.content': { reasons: ['violence'], flagged_input: 'a kite' },
};

const linked = (type: `${'image' | 'video' | 'audio'}_url`) =>
  z.object({ type: z.literal(type), [type]: z.object({ url: z.string().min(1) }) });
const frame = linked('image_url').extend({ frame_type: z.enum(['first_frame', 'last_frame']) });
const reference = z.union([linked('image_url'), linked('video_url'), linked('audio_url')]);

/** Body of `POST /api/v1/videos` (@openrouter/sdk 1.3.19, models/videogenerationrequest.d.ts). Ignores other fields. */
const submissionBody = videoBody(
  z.looseObject({
    model: z.string().min(1).max(200),
    callback_url: z.string().optional(),
    duration: z.int().optional(),
    frame_images: z.array(frame).max(64).optional(),
    input_references: z.array(reference).max(64).optional(),
  }),
  ({ model: name, callback_url: url, ...sent }) => ({
    ...modelInput(sent).video,
    model: name,
    callback: { url, field: 'callback_url', events: ['ended'] },
  }),
);

/** OpenRouter: videos of many makers' models, which can be read and downloaded, but neither listed nor cancelled. */
export const createOpenRouter = createWire({
  facts,
  // `gen-vid-`, a time in seconds and 20 more characters; the time is not that of the job.
  taskId: (digits) =>
    `gen-vid-${1_767_225_600 + Number.parseInt(digits.slice(20), 16)}-${digits.slice(0, 20)}`,
  missing: '404',
  missingModel: '404',
  tooLong: '413',
  // The lifetime of the signed links is undocumented.
  kept: { fileMs: Infinity, linkMs: 3_600_000 },
  error: ({ code, status, message }) => {
    const error = { code: Number.parseInt(code, 10), message, metadata: metadata[code] };
    return jsonReply(status, { error });
  },
  accepted: (report) => jsonReply(202, videoOf(report)),
  // openrouter.ai, "Video generation" (read 2026-11-28). A forged one has another secret.
  callback: (report, { sentAt, isForged }, { seed }) => {
    const { polling_url: _path, urls: _links, ...video } = videoOf(report);
    const body = JSON.stringify({
      type: `video.generation.${video.status}`,
      created_at: new Date(report.now).toISOString(),
      data: { ...video, model: report.job.model },
    });
    const secret = callbackSecret(seed);
    const time = String(Math.floor(sentAt / 1_000));
    const key = isForged ? keyedDigest(secret, 'forger') : secret;
    const signature = createHmac('sha256', key).update(`${time},${body}`).digest('hex');
    const headers = {
      'x-openrouter-idempotency-key': `${video.id}-${video.status}`,
      'x-openrouter-signature': `t=${time},v1=${signature}`,
    };
    return { headers, body };
  },
  routes: [
    other('models', `${videosPath}/models`, {
      respond: () => jsonReply(200, { data: [model] }),
      isOpen: true,
    }),
    other('key', '/api/v1/key', () => jsonReply(200, { data: keyInUse })),
    submission('create', videosPath, submissionBody),
    read('status', `${videosPath}/{id}`, (report) => jsonReply(200, videoOf(report))),
    other('content', `${videosPath}/{id}/content`, content),
  ],
});

/**
 * A job as @openrouter/sdk 1.3.19 types it (models/videogenerationresponse.d.ts), with the `urls` that
 * openrouter.ai/docs/api_reference/videos adds (read 2026-11-28). A credit costs a dollar.
 */
function videoOf({ job, state, isOpen, status, failure, charged, base, url }: TaskReport) {
  const path = `${videosPath}/${job.id}`;
  return {
    id: job.id,
    polling_url: new URL(base + path).pathname,
    status,
    ...(!isOpen && { generation_id: job.id }),
    ...(state === 'completed' && {
      urls: url === null ? [] : [url],
      unsigned_urls: url === null ? [] : [`${base}${path}/content?index=0`],
      usage: { cost: charged, is_byok: false },
    }),
    ...(failure !== null && { error: failure.message }),
  };
}

async function content(call: WireCall): Promise<ProviderReply> {
  const { account, base, range, space, url, values } = call;
  const { world, results, links } = space;
  const job = space.ownJob(account, values['id'] ?? '');
  if (job === undefined) return space.refuse('404');
  const index = url.searchParams.get('index') ?? '0';
  if (!/^\d{1,6}$/.test(index))
    return space.invalid(null, 'index must be a whole number of at least 0');
  if (Number(index) > 0) return space.refuse('404');
  if ((keptUntil(job, world.clock) ?? Infinity) <= world.clock.now()) return space.refuse('410');
  const reading = await results.read(job, range);
  const absent = world.jobs.stateOf(job) === 'completed' ? '404' : '409';
  const codes = { absent, gone: '410', forbidden: '403' };
  return resultReply(reading, { job, base, links }, (kind) => space.refuse(codes[kind]));
}
