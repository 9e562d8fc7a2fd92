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
const models = {
  data: [
    {
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
    },
  ],
};

const linkSchema = z.object({ url: z.string().min(1) });

/** Body of `POST /api/v1/videos` (@openrouter/sdk 1.3.19, models/videogenerationrequest.d.ts). Ignores other fields. */
const submissionBody = videoBody(
  z.looseObject({
    model: z.string().min(1).max(200),
    callback_url: z.string().optional(),
    duration: z.int().optional(),
    frame_images: z
      .array(
        z.object({
          type: z.literal('image_url'),
          image_url: linkSchema,
          frame_type: z.enum(['first_frame', 'last_frame']),
        }),
      )
      .max(64)
      .optional(),
    input_references: z
      .array(
        z.union([
          z.object({ type: z.literal('image_url'), image_url: linkSchema }),
          z.object({ type: z.literal('video_url'), video_url: linkSchema }),
          z.object({ type: z.literal('audio_url'), audio_url: linkSchema }),
        ]),
      )
      .max(64)
      .optional(),
  }),
  ({ model, callback_url: url, ...sent }) => ({
    ...modelInput(sent).video,
    model,
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
  error: ({ code, status, message }) =>
    jsonReply(status, { error: { code: Number(code), message } }),
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
      respond: () => jsonReply(200, models),
      isOpen: true,
    }),
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
