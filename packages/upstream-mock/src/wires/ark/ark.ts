import { ark as facts } from '@filmgate/provider-facts';
import * as z from 'zod';
import {
  contentPartSchema,
  filesOf,
  mediaOf,
  mixesFrames,
  textsOf,
} from '../../engine/content-parts.ts';
import { createWire } from '../../engine/described-wire.ts';
import { end, list, read, submission } from '../../engine/routes.ts';
import { unreadToken } from '../../engine/sent-fields.ts';
import { videoBody } from '../../engine/sent-video.ts';
import { seedreamBody, respondWithImage } from './seedream.ts';
import { taskPage } from '../../engine/pages.ts';
import type { TaskReport, WireCall } from '../../engine/wire-call.ts';
import { jsonReply } from '../../http/provider-request.ts';
import type { MockJob } from '../../job/mock-job.ts';

const path = '/api/v3/contents/generations/tasks';
const dayMs = 24 * 3_600_000;
const framesPerSecond = 24;

/** Duration of a video that leaves its duration to the model, in seconds. */
const ownDuration = 5;

export const arkResolutions = ['480p', '720p', '1080p', '4k'] as const;
type ArkResolution = (typeof arkResolutions)[number];

export const arkRatios = ['16:9', '4:3', '1:1', '3:4', '9:16', '21:9'] as const;
type ArkRatio = (typeof arkRatios)[number];

/** Wide ratios only; upright ones are these with the sides swapped. */
const sizes: {
  readonly [R in ArkResolution]: { readonly [ratio: string]: readonly [number, number] };
} = {
  '480p': { '16:9': [864, 496], '4:3': [752, 560], '1:1': [640, 640], '21:9': [992, 432] },
  '720p': { '16:9': [1280, 720], '4:3': [1112, 834], '1:1': [960, 960], '21:9': [1470, 630] },
  '1080p': { '16:9': [1920, 1080], '4:3': [1664, 1248], '1:1': [1440, 1440], '21:9': [2206, 946] },
  '4k': { '16:9': [3840, 2160], '4:3': [3328, 2496], '1:1': [2880, 2880] },
};

const bodySchema = z.looseObject({
  model: z.string().min(1).max(200),
  content: z.array(contentPartSchema).min(1).max(64),
  resolution: z.enum(arkResolutions).default('720p'),
  ratio: z.enum([...arkRatios, 'adaptive']).default('16:9'),
  duration: z.union([z.literal(-1), z.int().min(2).max(30)]).default(ownDuration),
  generate_audio: z.boolean().default(true),
  watermark: z.boolean().default(false),
  return_last_frame: z.boolean().optional(),
  service_tier: z.enum(['default', 'flex']).default('default'),
  safety_identifier: z.string().max(64).optional(),
  callback_url: z.string().optional(),
  execution_expires_after: z.int().min(3_600).max(259_200).default(172_800),
  seed: z.int().optional(),
  camera_fixed: z.boolean().optional(),
});

/**
 * Body of `POST /api/v3/contents/generations/tasks`, as `volcengine/volcengine-python-sdk`
 * (content_generation/tasks.py) and `@ai-sdk/bytedance` 1.0.29 write it (both read 2026-11-23).
 */
const arkBody = videoBody(bodySchema, (body) => {
  const { content, model, resolution, callback_url: url = '' } = body;
  const seconds = body.execution_expires_after;
  const ratio = body.ratio === 'adaptive' ? '16:9' : body.ratio;
  const pixels = arkPixels(resolution, ratio);
  const references = filesOf(content);
  return {
    model,
    prompt: textsOf(content).join(' '),
    durationSeconds: body.duration === -1 ? ownDuration : body.duration,
    aspectRatio: ratio,
    resolution,
    pixels,
    audio: body.generate_audio,
    references,
    echo: {
      service_tier: body.service_tier,
      execution_expires_after: String(seconds),
      ...(body.safety_identifier !== undefined && { safety_identifier: body.safety_identifier }),
    },
    callback: {
      url: url === '' ? undefined : url,
      field: 'callback_url',
      events: ['processing', 'ended'],
    },
    deadlineMs: seconds * 1_000,
    problems: [
      unreadToken({ ...body, content: mediaOf(content) }, ['model']),
      mixesFrames(references) && ['content.role', 'frames and references exclude each other'],
      pixels === undefined && ['ratio', `no video of this model is ${ratio} at ${resolution}`],
    ],
  };
});

/**
 * Pixels of a Seedance video, which differ from those of the resolution's name (`vercel/ai`, packages/bytedance,
 * RESOLUTION_MAP of 1.0.29; 4k: twice 1080p). Undefined if the model makes none.
 */
export function arkPixels(resolution: ArkResolution, ratio: ArkRatio) {
  const isUpright = ratio === '9:16' || ratio === '3:4';
  const wide = isUpright ? ratio.split(':').toReversed().join(':') : ratio;
  const [long, short] = sizes[resolution][wide] ?? [];
  if (long === undefined || short === undefined) return undefined;
  return isUpright ? { width: short, height: long } : { width: long, height: short };
}

/** Ark (BytePlus ModelArk, Volcengine): tasks of Seedance, without idempotency keys. */
export const createArk = createWire({
  facts,
  taskId: (digits) => `cgt-${digits}`,
  missing: 'ResourceNotFound',
  models: /seedance|seedream|^ep-[\w-]+$/,
  missingModel: 'InvalidEndpointOrModel.NotFound',
  tooLong: 'RequestBodyTooLarge',
  // Limits of docs.byteplus.com/en/docs/ModelArk (read 2026-11-22).
  reportedMs: 7 * dayMs,
  kept: { fileMs: dayMs },
  error: ({ code, status, message }) => {
    const type = status === 401 ? 'Unauthorized' : 'BadRequest';
    return jsonReply(status, { error: { code, message, param: '', type } });
  },
  invalid: ({ field, message }, space) =>
    field === 'model' || field === 'content'
      ? space.refuse('MissingParameter', message)
      : undefined,
  accepted: ({ job: { id } }) => jsonReply(200, { id }),
  callback: (report) => ({ body: JSON.stringify(taskOf(report)), headers: {} }),
  routes: [
    submission('create', path, arkBody),
    submission('images', '/api/v3/images/generations', {
      read: seedreamBody,
      wait: () => ({ respond: respondWithImage }),
    }),
    list('list', path, tasksOf),
    read('status', `${path}/{id}`, (report) => jsonReply(200, taskOf(report))),
    end('cancel', `${path}/{id}`, remove),
  ],
});

function tasksOf(jobs: readonly MockJob[], call: WireCall) {
  const page = taskPage(jobs, call);
  if (page === undefined) return call.space.refuse('InvalidParameter');
  return jsonReply(200, { total: page.total, items: page.reports.map(taskOf) });
}

/** A queued task is cancelled, an ended one deleted (docs.composio.dev/toolkits/byte_plus_ark, read 2026-11-28). */
function remove(job: MockJob, { space }: WireCall) {
  if (space.world.jobs.stateOf(job) === 'running') return space.refuse('TaskRunningCannotCancel');
  space.end(job);
  return jsonReply(200, {});
}

/** Tokens charged for a video, from its pixels, frames and seconds (Ark's page of prices, read 2026-11-22). */
function tokensOf({ width, height, durationSeconds }: MockJob): number {
  return Math.ceil((width * height * framesPerSecond * (durationSeconds ?? 0)) / 1_024);
}

/**
 * A task as Ark returns it, with status 200 even if it failed (`volcengine/volcengine-python-sdk`,
 * content_generation_task.py, read 2026-11-23).
 */
function taskOf({ job, state, status, failure, updatedAt, url }: TaskReport) {
  const tokens = tokensOf(job);
  const { execution_expires_after: expiresAfter, ...echo } = job.echo;
  return {
    id: job.id,
    model: job.model,
    status,
    created_at: Math.floor(job.acceptedAt / 1_000),
    updated_at: Math.floor(updatedAt / 1_000),
    resolution: job.resolution,
    ratio: job.aspectRatio,
    duration: job.durationSeconds,
    framespersecond: framesPerSecond,
    generate_audio: job.audio,
    ...echo,
    ...(expiresAfter !== undefined && { execution_expires_after: Number(expiresAfter) }),
    ...(state === 'completed' && {
      content: url === null ? {} : { video_url: url },
      usage: { completion_tokens: tokens, total_tokens: tokens },
    }),
    ...(failure !== null && { error: failure }),
  };
}
