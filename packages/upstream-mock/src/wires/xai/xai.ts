import { errorOf, xai as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import { createWire } from '../../engine/described-wire.ts';
import { other, read, submission } from '../../engine/routes.ts';
import { referencesIn, unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { uuidOf } from '../../engine/task-id.ts';
import type { TaskReport, WireSpace } from '../../engine/wire-call.ts';
import { jsonReply, type ProviderResponse } from '../../http/provider-request.ts';
import { stripMagicTokens } from '../../job/strip-magic-tokens.ts';

/**
 * The routes that create a video, by their last segment, with the usual and the maximum duration in seconds. An edit
 * lasts as long as its source, which the mock does not open.
 */
const tasks: { readonly [task: string]: Limits } = {
  generations: { usual: 8, longest: 15 },
  edits: { usual: 8, longest: 15 },
  extensions: { usual: 6, longest: 10 },
};

interface Limits {
  readonly usual: number;
  readonly longest: number;
}

const fileSchema = z.object({
  url: z.string().min(1).optional(),
  file_id: z.string().min(1).optional(),
});

const filesSchema = z.object({
  image: fileSchema.optional(),
  last_frame: fileSchema.optional(),
  video: fileSchema.optional(),
  keyframes: z
    .array(z.object({ image: fileSchema, timestamp_s: z.number() }))
    .max(4)
    .optional(),
  reference_images: z.array(fileSchema).max(7).optional(),
  reference_audios: z
    .array(fileSchema.extend({ voice_id: z.string().optional() }))
    .max(3)
    .optional(),
});

const bodySchema = z.object({
  model: z.string().min(1).max(200),
  prompt: z.string().max(32_000).default(''),
  duration: z.int().min(1).max(15).optional(),
  aspect_ratio: z.enum(['1:1', '16:9', '9:16', '4:3', '3:4', '3:2', '2:3', 'auto']).default('16:9'),
  resolution: z.enum(['480p', '720p', '1080p']).default('480p'),
  generate_audio: z.boolean().default(true),
  ...filesSchema.shape,
});

/**
 * Body of `POST /v1/videos/generations` and its siblings, as `@ai-sdk/xai` 5.0.12 writes it. Other fields are ignored,
 * as xAI does: an `image_url` is no image.
 */
function taskBody(task: string, { usual, longest }: Limits) {
  return videoBody(bodySchema, (body, _call, sent) => {
    const { model, prompt, duration, aspect_ratio: aspectRatio, resolution } = body;
    const files = filesSchema.parse(body);
    const hasImages = files.reference_images !== undefined;
    const seconds = task === 'edits' ? usual : (duration ?? usual);
    const most = hasImages ? 10 : longest;
    const isOld = stripMagicTokens(model) === 'grok-imagine-video';
    return {
      model,
      prompt,
      durationSeconds: seconds,
      aspectRatio,
      resolution,
      audio: body.generate_audio,
      references: referencesIn(files),
      problems: [
        unreadToken(sent, ['model', 'prompt']),
        task !== 'generations' && body.video === undefined && ['video', `${task} require a video`],
        prompt === '' && Object.keys(files).length === 0 && ['prompt', 'Prompt cannot be empty.'],
        seconds > most && [
          'duration',
          `Duration ${seconds}s exceeds the maximum allowed, which is ${most}s.`,
        ],
        resolution === '1080p' &&
          (isOld || hasImages) && ['resolution', '1080p is not available for this request'],
      ],
    };
  });
}

/** Links are temporary, and requests expire: the time is undocumented, and a day stands for it. */
const keptMs = 24 * 3_600_000;

/** Units of `cost_in_usd_ticks` per credit; a credit of the mock is a cent. */
const ticksPerCredit = 100_000_000;

/** A valid key, without its names and rights. */
const keyInUse = { redacted_api_key: 'xai-...mock', api_key_blocked: false, team_blocked: false };

/** xAI: requests for videos of Grok Imagine, which can be read, but neither listed nor cancelled. */
export const createXai = createWire({
  facts,
  taskId: uuidOf,
  missing: 'not-found',
  missingModel: 'not-found',
  // An invalid key is reported as an invalid field.
  credentialCodes: { expired: 'invalid-argument.key' },
  kept: { fileMs: keptMs },
  error: ({ code, status, message }) => {
    const [reported = '', own] = code.split('.');
    // If only the text distinguishes errors, it never varies.
    const error = own === undefined ? message : errorOf(facts, code).message;
    return jsonReply(status, { code: reported, error });
  },
  accepted: ({ job: { id } }) => jsonReply(200, { request_id: id }),
  routes: [
    ...Object.entries(tasks).map(([task, limits]) =>
      submission(task, `/v1/videos/${task}`, taskBody(task, limits)),
    ),
    read('status', '/v1/videos/{id}', (report, { space }) =>
      isExpired(report, space) ? jsonReply(200, { status: 'expired' }) : requestOf(report),
    ),
    other('key', '/v1/api-key', () => jsonReply(200, keyInUse)),
  ],
});

function isExpired({ job, now }: TaskReport, { world: { clock } }: WireSpace): boolean {
  return now >= job.endsAt + clock.scaled(job.instructions.resultKeptMs ?? keptMs);
}

/**
 * A request in xAI's response: with 202 while it is open. A video that moderation withholds is done and charged, and
 * has no link (docs.x.ai as withone.ai/knowledge/x-ai repeats it, and `@ai-sdk/xai` 5.0.12; read 2026-11-28). Callers
 * have also seen a 400 that names the cost (`vercel/ai` pull request 13390): so do models whose names end in `-as-400`.
 */
function requestOf(report: TaskReport): ProviderResponse {
  const { job, state, isOpen, status, failure, progress, charged } = report;
  const { model, instructions } = job;
  if (isOpen) return jsonReply(202, { status, progress });
  const usage = { cost_in_usd_ticks: charged * ticksPerCredit };
  const isKeptBack =
    state === 'failed' && instructions.fail === 'internal' && instructions.keptCharge === 1;
  if (state === 'failed' && !isKeptBack) {
    const video = { duration: 0, respect_moderation: true };
    const error = failure ?? facts.failures.internal;
    return jsonReply(200, { status, video, model, usage, error });
  }
  if (isKeptBack && stripMagicTokens(model).endsWith('-as-400')) {
    const { code, status: refused, message } = errorOf(facts, 'imagine:content-moderated');
    return jsonReply(refused, { code, error: message, usage });
  }
  const { url } = report;
  const video = {
    ...(url !== null && { url }),
    duration: job.durationSeconds,
    respect_moderation: !isKeptBack,
  };
  return jsonReply(200, { status: facts.states.completed, video, model, usage, progress: 100 });
}
